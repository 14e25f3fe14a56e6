import { ChevronRight, ListTree } from 'lucide-react';
import type { Step } from '../run/run-items.js';
import { StepRow } from './step-row.js';
import { t } from '../texts/core.js';
import styles from './step-row.module.css';

/** Many calls of an answer that is there: how many, and each of them on demand. */
export function FoldedStepRow({ steps }: { steps: readonly Step[] }) {
  const failed = steps.filter(({ state }) => state === 'failed').length;
  const all = t('{n} step | {n} steps', { n: steps.length });
  return (
    <details className={styles.step}>
      <summary>
        <ListTree size={14} aria-hidden />
        <span className={styles.hint}>
          {failed > 0 ? t('{steps}, {failed} failed', { steps: all, failed }) : all}
        </span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      {steps.map((step) => (
        <StepRow key={step.id} step={step} />
      ))}
    </details>
  );
}
