import { CircleCheck, CircleSlash } from 'lucide-react';
import { summaryWords, type Simulation } from './simulation.js';
import { spaced } from '../../ui/value-words.js';
import { t } from './texts.js';
import styles from './trial-panel.module.css';

/** How a trial went: whether the rule fires and why, each step with its outcome, what was taken for granted. */
export function TrialResult({
  simulation,
  onClear,
}: {
  simulation: Simulation;
  onClear: () => void;
}) {
  const { triggered, reason, steps, not_reached: missed, assumptions } = simulation;
  const Icon = triggered ? CircleCheck : CircleSlash;
  return (
    <>
      <p className="visually-hidden">{summaryWords(simulation)}</p>
      <div aria-hidden="true" className={triggered ? styles.fires : styles.rests}>
        <Icon size={16} />
        <p>
          <strong>{triggered ? t('The rule would fire.') : t('The rule would not fire.')}</strong>{' '}
          {reason}
        </p>
      </div>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.action_id}>
              <strong>{step.action}</strong> <span className="badge">{spaced(step.port)}</span>
              <span className="quiet"> {step.reason}</span>
            </li>
          ))}
        </ol>
      )}
      {triggered && missed.length > 0 && (
        <p className="quiet small">{t('Not reached: {missed}', { missed: missed.join(', ') })}</p>
      )}
      {assumptions.length > 0 && (
        <details className="small">
          <summary className="quiet">
            {t('{n} assumption | {n} assumptions', { n: assumptions.length })}
          </summary>
          <ul className={styles.findings}>
            {assumptions.map((assumption) => (
              <li key={assumption}>{assumption}</li>
            ))}
          </ul>
        </details>
      )}
      <button type="button" className={`button quiet ${styles.clear}`} onClick={onClear}>
        {t('Clear the result')}
      </button>
    </>
  );
}
