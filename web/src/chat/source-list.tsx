import { BookOpenText } from 'lucide-react';
import { useContext, type ReactNode, createContext } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import { t } from '../texts/texts.js';
import type { Panel, PlaceFinder } from '../registry/plugin.js';
import { sourcePanelOf } from '../registry/registry.js';
import type { RunItem } from '../run/run-items.js';
import { safeLink } from './safe-link.js';
import styles from './turn-view.module.css';

/** Under an answer: what it rests on, each source with its words, and what the agent says of the whole. */
export function SourceList({
  sources,
  facts,
}: {
  sources: readonly Citation[];
  /** What the agent says of the whole. */
  facts?: ReactNode;
}) {
  if (sources.length === 0 && facts === undefined) return null;
  return (
    <section className={styles.list} aria-label={t('Sources')}>
      <h2>
        <BookOpenText size={14} aria-hidden /> {t('Sources')}
      </h2>
      {facts}
      {sources.length === 0 ? (
        <p className="quiet small">{t('The answer cites no sources.')}</p>
      ) : (
        <ol>
          {sources.map((citation) => (
            <li key={citation.number} value={citation.number}>
              <Source citation={citation} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Source({ citation }: { citation: Citation }) {
  const sources = useContext(SourcesContext);
  const panel = sources?.panelOf(citation);
  const title = sourceTitle(citation);
  const link = safeLink('url' in citation ? citation.url : undefined);
  return (
    <>
      <span className={styles.number} aria-hidden>
        {citation.number}
      </span>
      <div className={styles.words}>
        {panel !== undefined ? (
          <button
            type="button"
            className="text-button"
            aria-label={t('Open {sourceName}', { sourceName: sourceName(citation) })}
            onClick={() => sources?.open(panel)}
          >
            {title}
          </button>
        ) : link === undefined ? (
          <span>{title}</span>
        ) : (
          <span>
            <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
              {title}
            </a>{' '}
            <span className="quiet">({link.host})</span>
          </span>
        )}
        <blockquote>{citation.quote}</blockquote>
        {'read_by' in citation && citation.read_by !== undefined && (
          <span className="badge warn">
            {t('Read by {model} from the image, not checked', { model: citation.read_by })}
          </span>
        )}
      </div>
    </>
  );
}

/** What the markers of an answer stand for, and how a source is opened beside it. */
interface AnswerSources {
  byNumber: ReadonlyMap<number, Citation>;
  /** Where a text names places; stays the same function as long as there is nothing else to find. */
  findPlaces: PlaceFinder['find'];
  /** The panel of a place that was found. */
  placePanel: PlaceFinder['panel'];
  /** The panel that shows a source; undefined for a page outside. */
  panelOf: (citation: Citation) => Panel | undefined;
  open: (panel: Panel) => void;
  /** What the run did, once it is over: its records are linked. */
  items?: readonly RunItem[];
}

/** Given by a turn to the text in it. */
export const SourcesContext = createContext<AnswerSources | undefined>(undefined);

/** The sources of an answer as its text is given them. */
export function answerSources(
  citations: readonly Citation[],
  open: (panel: Panel) => void,
  finders: readonly PlaceFinder[] = [],
): AnswerSources {
  const byNumber = new Map(citations.map((one) => [one.number, one]));
  return { byNumber, ...joined(finders), panelOf: panelOfCitation, open };
}

/** What several find, as one finds it: a place within another's is left out. */
function joined(finders: readonly PlaceFinder[]): Pick<AnswerSources, 'findPlaces' | 'placePanel'> {
  return {
    findPlaces: (text) => {
      const all = finders.flatMap(({ find }, at) =>
        find(text).map((place) => ({ ...place, key: `${at} ${place.key}` })),
      );
      const inOrder = all.toSorted((one, other) => one.start - other.start);
      return inOrder.filter(({ start }, at) => start >= (inOrder[at - 1]?.end ?? 0));
    },
    placePanel: (key) => {
      const at = key.indexOf(' ');
      return finders[Number(key.slice(0, at))]?.panel(key.slice(at + 1));
    },
  };
}

/** What a source is called: `Source 2: Returns, page 4`. */
export function sourceName(citation: Citation): string {
  return t('Source {number}: {title}', { number: citation.number, title: sourceTitle(citation) });
}

/** The title of a source, with the page where it has pages: `Returns, page 4`. */
function sourceTitle(citation: Citation): string {
  const { title } = citation;
  return 'page' in citation && citation.page !== undefined
    ? t('{title}, page {page}', { title, page: citation.page })
    : title;
}

function panelOfCitation(citation: Citation): Panel | undefined {
  if (!('block_id' in citation)) return undefined;
  return sourcePanelOf({ documentId: citation.document_id, blockId: citation.block_id });
}

/** A marker `[n]` in an answer: leads to the source, and stays plain text where there is none of that number. */
export function SourceMarker({ number }: { number: number }) {
  const sources = useContext(SourcesContext);
  const citation = sources?.byNumber.get(number);
  if (sources === undefined || citation === undefined) return <>[{number}]</>;
  const panel = sources.panelOf(citation);
  const name = sourceName(citation);
  if (panel !== undefined) {
    return (
      <button
        type="button"
        className={styles.marker}
        aria-label={name}
        title={name}
        onClick={() => sources.open(panel)}
      >
        {number}
      </button>
    );
  }
  const link = safeLink('url' in citation ? citation.url : undefined);
  if (link === undefined) return <>[{number}]</>;
  return (
    <a
      className={styles.marker}
      href={link.href}
      aria-label={`${name} (${link.host ?? t('mail')})`}
      title={`${name} (${link.host ?? t('mail')})`}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {number}
    </a>
  );
}
