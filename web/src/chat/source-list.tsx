import { BookOpenText } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import { safeLink } from './safe-link.js';
import { sourceTitle, sourceName, SourcesContext } from './sources.js';
import { t } from '../texts/core.js';
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
