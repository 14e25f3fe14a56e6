import styles from './parts.module.css';
import { percent } from './research-labels.js';

/** A share from 0 to 1 as a bar with its name and number; `mark` is a threshold on it. */
export function Bar({
  label,
  share,
  words = percent(share),
  mark,
}: {
  label: string;
  share: number;
  /** What is written beside it. */
  words?: string;
  mark?: number;
}) {
  const whole = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span
        className={styles.bar}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        aria-valuetext={words}
      >
        <i style={{ width: `${whole}%` }} />
        {mark !== undefined && <b style={{ left: `${mark * 100}%` }} />}
      </span>
      <span className={styles.words}>{words}</span>
    </div>
  );
}
