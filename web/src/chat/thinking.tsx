import { Brain, ChevronRight } from 'lucide-react';
import { t } from '../texts/core.js';
import styles from './step-row.module.css';

/** What the model thought before it spoke: as plain text, on demand. */
export function Thinking({ text }: { text: string }) {
  return (
    <details className={styles.step}>
      <summary>
        <Brain size={14} aria-hidden />
        <span className={styles.hint}>{t('Thinking')}</span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <p className={`${styles.inside} ${styles.thought}`} dir="auto">
        {text}
      </p>
    </details>
  );
}
