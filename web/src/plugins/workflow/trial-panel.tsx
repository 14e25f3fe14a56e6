import { FlaskConical, Play, Wand2, CircleCheck, CircleSlash } from 'lucide-react';
import { useId, useRef, type FormEvent } from 'react';
import { ApiProblem, messageOf } from '../../api/client.js';
import { Notice } from '../../ui/notice.js';
import { spaced } from '../../ui/format.js';
import type { Rule } from './rule.js';
import { useShown, type Trial } from './use-trial.js';
import { rich, t } from './texts.js';
import { summaryWords, type Simulation } from './simulation.js';
import styles from './trial-panel.module.css';

/** Tries a rule with a record: nothing is written, the way the record would take is drawn and told. */
export function TrialPanel({ trial, rule }: { trial: Trial; rule: Rule }) {
  const section = useRef<HTMLElement>(null);
  useShown(section, trial.isOpen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trial.run();
  };
  return (
    <section ref={section} className={styles.trial} aria-label={t('Try the rule')}>
      <header className={styles.head}>
        <h3>
          <FlaskConical size={15} aria-hidden /> {t('Try it with a record')}
        </h3>
        <button type="button" className="button quiet" onClick={() => trial.setOpen(false)}>
          {t('Close')}
        </button>
      </header>
      <div role="status" className={styles.result}>
        {trial.result !== undefined && (
          <TrialResult simulation={trial.result} onClear={trial.clear} />
        )}
      </div>
      {trial.failure !== null && <Failure error={trial.failure} />}
      <form className={styles.form} onSubmit={submit}>
        <Record trial={trial} entity={rule.entity} />
        {rule.triggerType === 'on_update' && <Previous trial={trial} />}
        <Buttons trial={trial} canFit={rule.conditions.length > 0} />
      </form>
    </section>
  );
}

function Buttons({ trial, canFit }: { trial: Trial; canFit: boolean }) {
  return (
    <div className={styles.buttons}>
      <button
        type="submit"
        className="button primary"
        disabled={trial.isLoading || trial.isRunning || !!trial.problem || !!trial.previousProblem}
      >
        <Play size={14} aria-hidden /> {trial.isRunning ? t('Trying…') : t('Simulate')}
      </button>
      {canFit && (
        <button
          type="button"
          className="button"
          disabled={trial.isLoading || !!trial.problem}
          onClick={trial.fit}
        >
          <Wand2 size={14} aria-hidden /> {t('Make it fit the trigger')}
        </button>
      )}
      <span className="quiet small">{t('Nothing is written or sent.')}</span>
    </div>
  );
}

function Record({ trial, entity }: { trial: Trial; entity: string }) {
  const problemId = useId();
  return (
    <div className={styles.field}>
      <Pick trial={trial} />
      <label>
        <span className="small">
          {rich('A record of {entity}, as the event leaves it', {
            entity: <span className="mono">{entity}</span>,
          })}
        </span>
        <textarea
          className={`field mono ${styles.json}`}
          rows={8}
          spellCheck={false}
          value={trial.isLoading ? '' : trial.text}
          placeholder={trial.isLoading ? t('Looking for a sample…') : ''}
          aria-invalid={trial.problem !== undefined}
          aria-describedby={problemId}
          onChange={(event) => trial.setText(event.target.value)}
        />
      </label>
      <p id={problemId} className={`small ${styles.problem}`}>
        {trial.problem}
      </p>
      {trial.sampleProblem !== undefined && (
        <p className="quiet small">
          {t('{sampleProblem} Write one yourself.', { sampleProblem: trial.sampleProblem })}
        </p>
      )}
    </div>
  );
}

function Pick({ trial: { records } }: { trial: Trial }) {
  if (records.length < 2) return null;
  return (
    <label className={styles.pick}>
      <span className="small">{t('Record')}</span>
      <select className="field" onChange={({ target }) => records[Number(target.value)]?.pick()}>
        {records.map(({ label }, at) => (
          <option key={at} value={at}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Previous({ trial }: { trial: Trial }) {
  const problemId = useId();
  return (
    <details className={styles.field}>
      <summary>{t('The record before the update')}</summary>
      <label>
        <span className="quiet small">
          {t('If left empty, conditions on changed values count as met.')}
        </span>
        <textarea
          className={`field mono ${styles.json}`}
          rows={5}
          spellCheck={false}
          aria-label={t('The record before the update')}
          value={trial.previous}
          aria-invalid={trial.previousProblem !== undefined}
          aria-describedby={problemId}
          onChange={(event) => trial.setPrevious(event.target.value)}
        />
      </label>
      <p id={problemId} className={`small ${styles.problem}`}>
        {trial.previousProblem}
      </p>
    </details>
  );
}

function Failure({ error }: { error: Error }) {
  const details = error instanceof ApiProblem ? error.details : [];
  return (
    <Notice tone="bad">
      <div>
        <p>{messageOf(error)}</p>
        {details.length > 0 && (
          <ul className={styles.findings}>
            {details.map(({ path, message }, at) => (
              <li key={at}>
                {path !== undefined && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Notice>
  );
}

/** How a trial went: whether the rule fires and why, each step with its outcome, what was taken for granted. */
function TrialResult({ simulation, onClear }: { simulation: Simulation; onClear: () => void }) {
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
