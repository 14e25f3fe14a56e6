import { t } from '../texts/core.js';
import styles from './welcome.module.css';

/** Sentences that are sent by one click. */
export function Suggestions({
  sentences,
  onSend,
}: {
  sentences: readonly string[];
  onSend: (message: string) => void;
}) {
  if (sentences.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label={t('Things to try')}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <button type="button" onClick={() => onSend(sentence)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  );
}
