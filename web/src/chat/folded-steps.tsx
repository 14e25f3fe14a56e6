import { ChevronRight, ListTree } from 'lucide-react';
import type { Step } from '../run/run-items.js';
import { StepRow } from './step-row.js';
import styles from './step-row.module.css';

/** Many calls of an answer that is there: how many, and each of them on demand. */
export function FoldedStepRow({ steps }: { steps: readonly Step[] }) {
  const failed = steps.filter(({ state }) => state === 'failed').length;
  return (
    <details className={styles.step}>
      <summary>
        <ListTree size={14} aria-hidden />
        <span className={styles.hint}>
          {steps.length} steps{failed > 0 && `, ${failed} failed`}
        </span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      {steps.map((step) => (
        <StepRow key={step.id} step={step} />
      ))}
    </details>
  );
}
