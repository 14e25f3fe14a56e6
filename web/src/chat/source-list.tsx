import { BookOpenText } from 'lucide-react';
import { useContext } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import type { AnswerFacts } from '../run/answer-sources.js';
import { safeLink } from './safe-link.js';
import { pageWords, placeOf, sourceName, SourcesContext } from './sources.js';
import styles from './sources.module.css';

/** Under an answer: what it rests on, each source with its words, and what the agent says of the whole. */
export function SourceList({
  sources,
  facts,
}: {
  sources: readonly Citation[];
  facts: AnswerFacts | undefined;
}) {
  if (sources.length === 0 && facts === undefined) return null;
  return (
    <section className={styles.list} aria-label="Sources">
      <h2>
        <BookOpenText size={14} aria-hidden /> Sources
      </h2>
      {facts !== undefined && <Facts facts={facts} />}
      {sources.length === 0 ? (
        <p className="quiet small">The answer names no source.</p>
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
  const place = placeOf(citation);
  const title = `${citation.title}${pageWords(citation)}`;
  const link = safeLink('url' in citation ? citation.url : undefined);
  return (
    <>
      <span className={styles.number} aria-hidden>
        {citation.number}
      </span>
      <div className={styles.words}>
        {place !== undefined ? (
          <button
            type="button"
            className={styles.title}
            aria-label={`Open ${sourceName(citation)}`}
            onClick={() => sources?.open(place)}
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
      </div>
    </>
  );
}

function Facts({ facts: { confidence, internal, external, removed } }: { facts: AnswerFacts }) {
  const tone = confidence >= 0.7 ? 'good' : confidence >= 0.4 ? 'warn' : 'bad';
  return (
    <>
      <p className={styles.facts}>
        <span className={`badge ${tone}`}>Confidence {Math.round(confidence * 100)} %</span>
        <span className="badge">Knowledge base {internal ? 'used' : 'not used'}</span>
        <span className="badge">Outside sources {external ? 'used' : 'not used'}</span>
      </p>
      {removed.length > 0 && (
        <p className="small">
          Left out, because nothing of it was found: {removed.join(', ')}. The confidence is lowered
          for it.
        </p>
      )}
    </>
  );
}
