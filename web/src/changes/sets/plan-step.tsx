import { useState } from 'react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { CHANGE_STATES } from '../change-states.js';
import type { SetStep } from './change-set.js';
import { StepDetails } from './step-details.js';
import { t } from '../../texts/core.js';
import { problemWords } from '../../texts/texts.js';
import styles from './plan.module.css';

const REVERSALS = (): Readonly<Record<string, string>> => ({
  undo: t('can be undone'),
  manual: t('only by hand'),
  no: t('cannot be undone'),
});

/** A change of a plan as its row is given it. */
interface StepProps {
  step: SetStep;
  steps: readonly SetStep[];
  isChosen: boolean;
  /** The user has left it out. */
  isOff: boolean;
  edit: JsonObject | undefined;
  locked: boolean;
  onToggle: () => void;
  onEdit: (value: JsonObject | undefined) => void;
}

/** One change of a plan: whether it is taken, where it stands, and, opened, all that is known of it. */
export function PlanStep(props: StepProps) {
  const { step, steps, isChosen, isOff, edit, locked, onEdit } = props;
  const [open, setOpen] = useState(false);
  const { state, description, position, title, source, reversible } = step;
  const blocked = state === 'waiting' && !isChosen && !isOff;
  return (
    <li className={styles.step}>
      <div className={styles.line}>
        <Pick {...props} blocked={blocked} />
        <div className={styles.words}>
          <h3>
            {position}. {description}
          </h3>
          <p className="quiet small">
            {[title === description ? '' : title, source, REVERSALS()[reversible ?? '']]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Because step={step} steps={steps} blocked={blocked} />
        </div>
        <Badges step={step} isEdited={edit !== undefined} />
      </div>
      <button
        type="button"
        className="text-button small"
        aria-expanded={open}
        aria-label={t('Details of change {position}', { position })}
        onClick={() => setOpen(!open)}
      >
        {t('Details')}
      </button>
      {open && <StepDetails step={step} edit={edit} locked={locked} onEdit={onEdit} />}
    </li>
  );
}

function Pick({
  step: { state, position, description },
  isChosen,
  locked,
  blocked,
  onToggle,
}: StepProps & { blocked: boolean }) {
  if (state !== 'waiting') return <span />;
  return (
    <input
      type="checkbox"
      checked={isChosen}
      disabled={locked || blocked}
      aria-label={t('Accept change {position}: {description}', { position, description })}
      onChange={onToggle}
    />
  );
}

function Badges({ step, isEdited }: { step: SetStep; isEdited: boolean }) {
  const { label, tone } = CHANGE_STATES()[step.state];
  return (
    <span className={styles.badges}>
      {(isEdited || step.edited) && <span className="badge">{t('Edited')}</span>}
      {step.approval?.state === 'needed' && (
        <span className="badge warn">{t('Needs {role}', { role: step.approval.role })}</span>
      )}
      {step.state !== 'waiting' && <span className={`badge ${tone}`}>{label}</span>}
    </span>
  );
}

/** What it waits for, or why it was not saved. */
function Because({
  step: { needs = [], blocked_by: lost = [], error, reason, state },
  steps,
  blocked,
}: {
  step: SetStep;
  steps: readonly SetStep[];
  blocked: boolean;
}) {
  const named = (refs: readonly string[]) =>
    refs.map((ref) => steps.find((one) => one.ref === ref)?.position ?? ref).join(', ');
  return (
    <>
      {error !== undefined && state !== 'accepted' && (
        <p className={`small ${styles.bad}`}>{problemWords(error.code, error.message)}</p>
      )}
      {reason !== undefined && (
        <p className="quiet small">{t('Your reason: {reason}', { reason })}</p>
      )}
      {blocked && (
        <p className="small">
          {t('Left out: it needs change {named}, which is not accepted.', {
            named: named(lost.length > 0 ? lost : needs),
          })}
        </p>
      )}
      {!blocked && state === 'waiting' && needs.length > 0 && (
        <p className="quiet small">
          {t('Needs the result of change {named}', { named: named(needs) })}
        </p>
      )}
    </>
  );
}
