import { useContext } from 'react';
import { safeLink } from './safe-link.js';
import { sourceName, SourcesContext } from './sources.js';
import { t } from '../texts/core.js';
import styles from './turn-view.module.css';

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
