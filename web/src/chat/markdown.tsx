import { Children, isValidElement, memo, useContext, useMemo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { DataTable } from './data-table.js';
import {
  isDrawable,
  linkNames,
  linkPlaces,
  markSources,
  setDirections,
  shortenMarks,
  type NamedThing,
} from './markdown-marks.js';
import { recordsIn } from './tool-results.js';
import { safeLink } from './safe-link.js';
import { SourceMarker, SourcesContext } from './source-list.js';
import { t } from '../texts/texts.js';
import styles from './markdown.module.css';
import { useQueries } from '@tanstack/react-query';
import { subjectQuery, useRunningPlugins } from '../api/queries.js';
import { subjects } from '../registry/registry.js';
import type { RunItem } from '../run/run-items.js';
import { OutsideLink } from '../ui/outside.js';

const COMPONENTS: Components = {
  a: ({ node, href, children }) => {
    const to = node?.properties['dataTo'];
    // Of the page's own making: raw HTML has no way into the tree.
    if (typeof to === 'string')
      return to.startsWith('#') ? (
        <a href={to}>{children}</a>
      ) : (
        <OutsideLink to={to}>{children}</OutsideLink>
      );
    const place = node?.properties['dataPlace'];
    if (typeof place === 'string') return <PlaceLink place={place}>{children}</PlaceLink>;
    return <Link address={href}>{children}</Link>;
  },
  img: ({ alt, src }) => <NoImage alt={alt} src={typeof src === 'string' ? src : undefined} />,
  sup: ({ node, children }) => {
    const number = node?.properties['dataSource'];
    return number === undefined ? <sup>{children}</sup> : <SourceMarker number={Number(number)} />;
  },
  table: ({ children }) => <MarkdownTable>{children}</MarkdownTable>,
};

/** A model's text as Markdown; one that would hold the page for seconds is shown as it is written, with a line that says so. */
function Markdown({ text }: { text: string }) {
  const shown = shortenMarks(text);
  if (isDrawable(shown)) return <Drawn text={shown} />;
  return (
    <div className={styles.markdown}>
      <p className="quiet small">
        {t('Too long or too nested to format: shown as it is written.')}
      </p>
      <div className={styles.plain} dir="auto">
        {shown}
      </div>
    </div>
  );
}

export default memo(Markdown);

/** Raw HTML stays text, images are named and never loaded, links show where they go; names of saved things lead to them. */
function Drawn({ text }: { text: string }) {
  const saved = useNamedThings();
  const { findPlaces = nowhere, items = NONE } = useContext(SourcesContext) ?? {};
  const plugins = useMemo(() => {
    const isNew = ({ beside }: NamedThing) => beside !== undefined && !text.includes(beside);
    const read = recordsIn(items).map((one) => (isNew(one) ? one : { ...one, beside: undefined }));
    return [
      remarkGfm,
      setDirections,
      markSources,
      linkNames([...read, ...saved]),
      linkPlaces(findPlaces),
    ];
  }, [saved, items, findPlaces, text]);
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={plugins} components={COMPONENTS} urlTransform={(url) => url}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

const nowhere = () => [];
const NONE: readonly RunItem[] = [];

function Link({ address, children }: { address: string | undefined; children: ReactNode }) {
  const link = safeLink(address);
  if (link === undefined) return <span title={t('This link was removed')}>{children}</span>;
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {link.host !== undefined && <span className={styles.host}> ({link.host})</span>}
    </>
  );
}

function NoImage({ alt, src }: { alt: string | undefined; src: string | undefined }) {
  return (
    <span className={styles.noImage}>{imageWords(alt || undefined, safeLink(src)?.host)}</span>
  );
}

function imageWords(alt: string | undefined, host: string | undefined): string {
  if (host === undefined) {
    return alt === undefined ? t('[Image, not loaded]') : t('[Image: {alt}, not loaded]', { alt });
  }
  return alt === undefined
    ? t('[Image from {host}, not loaded]', { host })
    : t('[Image: {alt} from {host}, not loaded]', { alt, host });
}

/** The saved things that can be opened, by name; empty until they are known. */
function useNamedThings(): readonly NamedThing[] {
  const linked = subjects(useRunningPlugins()).flatMap(({ path, address }) =>
    address ? [{ path, address }] : [],
  );
  return useQueries({
    queries: linked.map(({ path }) => ({ ...subjectQuery(path), staleTime: 60_000, retry: false })),
    combine: (answers) =>
      answers.flatMap(({ data }, at) =>
        (data?.items ?? []).flatMap(({ id, name }) => {
          const to = linked[at]?.address(id);
          return to === undefined ? [] : [{ name, to }];
        }),
      ),
  });
}

/** The name of a place in an answer: opens the place beside it. */
function PlaceLink({ place, children }: { place: string; children: ReactNode }) {
  const sources = useContext(SourcesContext);
  const panel = sources?.placePanel(place);
  if (sources === undefined || panel === undefined) return <>{children}</>;
  return (
    <button type="button" className="text-button" onClick={() => sources.open(panel)}>
      {children}
    </button>
  );
}

/** A table of the answer; of its rows, what each cell shows and says. */
function MarkdownTable({ children }: { children: ReactNode }) {
  const [head = [], ...rows] = inside(children).flatMap((part) =>
    inside(part).map((row) => inside(row).map(inner)),
  );
  return (
    <DataTable
      label={t('Table')}
      head={head.map((shown) => ({ text: textOf(shown), shown }))}
      rows={rows.map((cells) => ({ cells, texts: cells.map(textOf) }))}
    />
  );
}

/** The elements in an element, without the line breaks between them. */
function inside(node: ReactNode): ReactNode[] {
  return Children.toArray(isValidElement(node) ? inner(node) : node).filter((one) =>
    isValidElement(one),
  );
}

function inner(node: ReactNode): ReactNode {
  return isValidElement<{ children?: ReactNode }>(node) ? node.props.children : node;
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return Children.toArray(isValidElement(node) ? inner(node) : node)
    .map(textOf)
    .join('');
}
