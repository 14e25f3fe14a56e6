import { JsonBlock } from './json-block.js';
import { t } from '../texts/core.js';
import styles from './json-block.module.css';

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
