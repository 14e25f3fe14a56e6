import { Suspense, useCallback, useEffect, useState } from 'react';
import { SquareArrowOutUpRight } from 'lucide-react';
import { ApiProblem } from '../../api/client.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { lazyPart } from '../../ui/lazy-part.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { href } from '../../shell/route.js';
import { SidePanel, type SidePanelProps } from '../../ui/beside.js';
import { useBlocks, useDocument, useOriginal, type DocumentBlock } from './api.js';
import { t } from './texts.js';
import { type BlockGroup, groupsOf, factsOf, readByWords } from './document-labels.js';
import styles from './document-reader.module.css';

/** Draws PDFs: loaded with the first. */
const PdfPage = lazyPart(() => import('./pdf-page.js'));

/** Kinds whose original is shown beside the text. */
const HAVE_ORIGINALS: ReadonlySet<string | undefined> = new Set(['pdf', 'image']);

/** A document as its blocks, a part at a time; with a block named, the part around it, marked and in sight; of a PDF the original page beside them. */
export function DocumentReader({ id, blockId }: { id: string; blockId?: string | undefined }) {
  const kind = useDocument(id).data?.kind;
  const isPdf = kind === 'pdf';
  const asked = useBlocks(id, blockId);
  if (asked.isError && asked.data === undefined)
    return <NotRead id={id} blockId={blockId} asked={asked} />;
  if (asked.data === undefined) return <p className="quiet">{t('Loading…')}</p>;
  const blocks = asked.data.pages.flatMap(({ items }) => items);
  const cited = blocks.find((block) => block.block_id === blockId);
  return (
    <div className={HAVE_ORIGINALS.has(kind) ? styles.both : undefined}>
      {kind === 'image' && <OriginalImage id={id} />}
      {isPdf && cited?.page !== undefined && (
        <Suspense fallback={<p className="quiet">{t('Loading…')}</p>}>
          <PdfPage id={id} page={cited.page} box={cited.box} />
        </Suspense>
      )}
      {isPdf && cited === undefined && <FirstPage id={id} />}
      <div className={styles.reader}>
        <p className="visually-hidden" role="status">
          {cited === undefined
            ? ''
            : t('The cited passage: {text}', { text: cited.text.slice(0, 200) })}
        </p>
        {asked.hasPreviousPage && (
          <More
            words={t('Show earlier passages')}
            busy={asked.isFetchingPreviousPage}
            onMore={() => void asked.fetchPreviousPage()}
          />
        )}
        {groupsOf(blocks).map((group) => (
          <Group key={group.blocks[0]?.block_id} group={group} cited={blockId} />
        ))}
        {asked.isError && <FailedQuery error={asked.error} again={asked.refetch} />}
        {asked.hasNextPage && (
          <More
            words={t('Show more ({n} of {total} passages)', {
              n: blocks.length,
              total: asked.data.pages[0]?.total ?? 0,
            })}
            busy={asked.isFetchingNextPage}
            onMore={() => void asked.fetchNextPage()}
          />
        )}
      </div>
    </div>
  );
}

/** The image that the text was read from. */
function OriginalImage({ id }: { id: string }) {
  const { data, isError, error, refetch } = useOriginal(id);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (data === undefined) return undefined;
    const reader = new FileReader();
    reader.onload = () => setUrl(reader.result as string);
    // Browsers go by the bytes; the page's policy takes no address of a blob.
    reader.readAsDataURL(new Blob([data], { type: 'image/png' }));
    return () => reader.abort();
  }, [data]);
  if (isError) return <FailedQuery error={error} again={refetch} />;
  return (
    <figure className={styles.original}>
      {url !== undefined && <img src={url} alt={t('The original image')} />}
    </figure>
  );
}

/** A whole document is opened for its text: the original comes when it is asked for. */
function FirstPage({ id }: { id: string }) {
  const [isShown, show] = useState(false);
  if (!isShown)
    return (
      <button type="button" className="button" onClick={() => show(true)}>
        {t('Show the original')}
      </button>
    );
  return (
    <Suspense fallback={<p className="quiet">{t('Loading…')}</p>}>
      <PdfPage id={id} page={1} box={undefined} />
    </Suspense>
  );
}

function NotRead({
  id,
  blockId,
  asked,
}: {
  id: string;
  blockId: string | undefined;
  asked: { error: unknown; refetch: () => unknown };
}) {
  const { error, refetch } = asked;
  const isGone = error instanceof ApiProblem && [400, 404, 422].includes(error.status);
  if (blockId === undefined || !isGone) return <FailedQuery error={error} again={refetch} />;
  return (
    <>
      <Notice tone="warn">
        {t('The cited passage is no longer in this document. It is shown from the beginning.')}
      </Notice>
      <DocumentReader id={id} />
    </>
  );
}

function More({ words, busy, onMore }: { words: string; busy: boolean; onMore: () => void }) {
  return (
    <button type="button" className="button" disabled={busy} onClick={onMore}>
      {busy ? t('Loading…') : words}
    </button>
  );
}

function Group({ group, cited }: { group: BlockGroup; cited: string | undefined }) {
  const { kind, blocks, newPage } = group;
  const isList = kind === 'list_item' || kind === 'table_row';
  const items = blocks.map((block) => (
    <Block key={block.block_id} block={block} isCited={block.block_id === cited} />
  ));
  return (
    <>
      {newPage !== undefined && <p className={styles.page}>{t('Page {newPage}', { newPage })}</p>}
      {isList ? <ul className={styles[kind]}>{items}</ul> : items}
    </>
  );
}

const TAGS = {
  list_item: 'li',
  table_row: 'li',
  paragraph: 'div',
  heading: 'div',
  code: 'div',
} as const;

function Block({ block, isCited }: { block: DocumentBlock; isCited: boolean }) {
  // Once, when it is drawn: what is loaded later must not pull the reader back.
  const show = useCallback((node: HTMLElement | null) => {
    if (node === null) return;
    // In a dialog, once that has opened and taken the focus itself.
    requestAnimationFrame(() => {
      node.scrollIntoView({ block: 'center' });
      node.focus({ preventScroll: true });
    });
  }, []);
  const Tag = TAGS[block.kind];
  return (
    <Tag
      ref={isCited ? show : undefined}
      {...(isCited ? { tabIndex: -1, 'aria-current': 'location' as const } : {})}
      className={`${styles.block} ${isCited ? styles.cited : ''}`}
      data-numbered={isNumbered(block.text) || undefined}
    >
      {isCited && <span className={`badge info ${styles.mark}`}>{t('Cited here')}</span>}
      <Text block={block} />
    </Tag>
  );
}

/** Whether an item brings its own number, as those of ordered lists do. */
function isNumbered(text: string): boolean {
  return /^\d+[.)]\s/.test(text);
}

function Text({ block: { kind, text, heading_path: above } }: { block: DocumentBlock }) {
  if (kind === 'code') {
    return (
      <pre tabIndex={0} role="region" aria-label={t('Code')}>
        {text}
      </pre>
    );
  }
  if (kind !== 'heading') return <>{text}</>;
  // A part may begin below any heading, so their levels cannot be told as levels; their size tells them.
  return <h2 data-depth={Math.min(above.length, 2)}>{text}</h2>;
}

/** A document beside the chat, at the place that is cited; `reason` is the agent's who opened it. */
export function DocumentPanel({
  place: { documentId, blockId },
  ...panel
}: SidePanelProps & { place: SourcePlace }) {
  const { data: document } = useDocument(documentId);
  const title = document?.title ?? t('Document');
  const whole = href('documents', [documentId], blockId === undefined ? {} : { block: blockId });
  return (
    <SidePanel
      title={title}
      bodyLabel={t('Text of {title}', { title })}
      bodyClass={styles.body}
      links={
        <a className="button quiet" href={whole}>
          <SquareArrowOutUpRight size={14} aria-hidden /> {t('Open in Documents')}
        </a>
      }
      head={
        document && (
          <>
            <p className="quiet small">{factsOf(document).join(' · ')}</p>
            {document.read_by !== undefined && (
              <span className="badge warn">{readByWords(document.read_by)}</span>
            )}
          </>
        )
      }
      {...panel}
    >
      <DocumentReader key={`${documentId} ${blockId}`} id={documentId} blockId={blockId} />
    </SidePanel>
  );
}
