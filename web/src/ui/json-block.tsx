import { useState } from 'react';
import { writeJson } from '../../../src/foundation/exact-json.js';
import { t } from '../texts/texts.js';
import styles from './json-block.module.css';

const SHOWN = 2_000;

/** A value as indented JSON; a long one is cut until the reader wants all of it. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  const [all, setAll] = useState(false);
  const text = writeJson(value, null, 2) ?? t('nothing');
  const cut = !all && text.length > SHOWN;
  return (
    <div className={styles.block}>
      <pre tabIndex={0} role="region" aria-label={label}>
        {cut ? `${text.slice(0, SHOWN)} …` : text}
      </pre>
      {cut && (
        <button type="button" className="button quiet" onClick={() => setAll(true)}>
          {t('Show all {n} characters', { n: text.length })}
        </button>
      )}
    </div>
  );
}

/** A value as JSON, folded away until somebody wants to see it. */
export function RawJson({
  title = t('As JSON'),
  value,
  label,
}: {
  title?: string;
  value: unknown;
  /** What a screen reader calls it. */
  label: string;
}) {
  return (
    <details className={styles.raw}>
      <summary>{title}</summary>
      <JsonBlock value={value} label={label} />
    </details>
  );
}
