import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { CHANGE_STATES } from '../change-states.js';
import { t, problemWords } from '../../texts/texts.js';
import type { ChangeSetStep } from '../../api/client.js';
import { changeViewOf } from '../../registry/registry.js';
import { changeOf, isEditable, isOver, type Decision } from '../change.js';
import { ChangeView } from '../change-view.js';
import { AgainButton } from '../outcome.js';
import { BodyEditor, type BodyText } from '../form/body-editor.js';
import { splitGuards } from '../edits.js';
import { RejectForm } from '../decision-bar.js';
import { useSeen, useWayBack } from '../../ui/hooks.js';
import { useDecision } from '../use-decision.js';
import { useEditedBody } from '../use-edited-body.js';
import { HiddenAnswer, StoredNotes } from '../stored-notes.js';
import { isPending } from './change-set.js';
import { StepSummary } from './step-summary.js';
import styles from './plan.module.css';

/** A change of a plan as its row is given it. */
interface StepProps {
  step: ChangeSetStep;
  steps: readonly ChangeSetStep[];
  isChosen: boolean;
  /** The user has left it out. */
  isOff: boolean;
  edit: JsonObject | undefined;
  locked: boolean;
  /** It is chosen, and what it does has not been on the screen yet. */
  isUnseen: boolean;
  onSeen: (previewId: string) => void;
  onToggle: () => void;
  onEdit: (value: JsonObject | undefined) => void;
}

/** How long what a change does must be in view to count as seen, in milliseconds: rows above may still grow. */
const LOOK_MS = 300;

/** One change of a plan: whether it is taken, where it stands, and, opened, all that is known of it. */
export function PlanStep(props: StepProps) {
  const { step, steps, isChosen, isOff, edit } = props;
  const { state, description, position, title, source } = step;
  const blocked = state === 'waiting' && !isChosen && !isOff;
  // A plan may have hundreds: what each does is asked for once it is looked at.
  const [row, seen] = useSeen('50%');
  return (
    <li ref={row} className={styles.step} data-unseen={props.isUnseen || undefined}>
      <div className={styles.line}>
        <Pick {...props} blocked={blocked} />
        <div className={styles.words}>
          <h3>
            {position}. <bdi>{description}</bdi>
          </h3>
          <p className="quiet small" dir="auto">
            {[title === description ? '' : title, source].filter(Boolean).join(' · ')}
          </p>
          <Because step={step} steps={steps} blocked={blocked} />
          <StoredNotes stored={step} />
        </div>
        <Badges step={step} isEdited={edit !== undefined} />
      </div>
      {seen && <StepBody {...props} />}
    </li>
  );
}

/** What one change does: in short, or opened all of it. */
function StepBody({ step, steps, edit, locked, onEdit, onSeen }: StepProps) {
  // One alone is looked at whole, and so is what has a view of its own: its fields do not tell what it does.
  const isWhole = steps.length === 1 || changeViewOf(step.kind)?.View !== undefined;
  const [open, setOpen] = useState(isWhole);
  const decision = useDecision(step.preview_id);
  return (
    <>
      {!open && <StepSummary decision={decision} edit={edit} onMore={() => setOpen(true)} />}
      <button
        type="button"
        className="text-button small"
        aria-expanded={open}
        aria-label={t('Details of change {position}', { position: step.position })}
        onClick={() => setOpen(!open)}
      >
        {t('Details')}
      </button>
      {open && (
        <StepDetails step={step} decision={decision} edit={edit} locked={locked} onEdit={onEdit} />
      )}
      <Again decision={decision} />
      {decision.stored !== undefined && <End onSeen={() => onSeen(step.preview_id)} />}
    </>
  );
}

/** Stands below all that a change does. */
function End({ onSeen }: { onSeen: () => void }) {
  const [end, seen] = useSeen('0px', LOOK_MS);
  const tell = useEffectEvent(onSeen);
  useEffect(() => {
    if (seen) tell();
  }, [seen]);
  return <span ref={end} />;
}

/** Nobody can accept it any more, and nothing has taken its place. */
function Again({ decision: { stored } }: { decision: Decision }) {
  if (stored === undefined || !isOver(stored.state) || stored.superseded_by !== undefined)
    return null;
  return <AgainButton stored={stored} />;
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

function Badges({ step, isEdited }: { step: ChangeSetStep; isEdited: boolean }) {
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
  step,
  steps,
  blocked,
}: {
  step: ChangeSetStep;
  steps: readonly ChangeSetStep[];
  blocked: boolean;
}) {
  const { needs = [], blocked_by: lost = [], error, reason, state } = step;
  const named = (refs: readonly string[]) =>
    refs.map((ref) => steps.find((one) => one.ref === ref)?.position ?? ref).join(', ');
  return (
    <>
      {error !== undefined && state !== 'accepted' && (
        <p className={`small ${styles.bad}`}>{problemWords(error.code, error.message)}</p>
      )}
      {isPending(step) && (
        <p className="small">{t('The backend has taken it and is still at work.')}</p>
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

interface DetailsProps {
  step: ChangeSetStep;
  decision: Decision;
  edit: JsonObject | undefined;
  locked: boolean;
  onEdit: (value: JsonObject | undefined) => void;
}

type Mode = 'look' | 'edit' | 'reject';

/** All that is known of one change of a plan, and the ways to edit it or leave it out for good. */
function StepDetails(props: DetailsProps) {
  const { step, decision, edit, onEdit } = props;
  const { kind, state } = step;
  const draft = useEditedBody(kind, state === 'waiting' ? edit : undefined);
  const [mode, setMode] = useState<Mode>('look');
  const box = useRef<HTMLDivElement>(null);
  useWayBack(box, mode);
  const { stored } = decision;
  if (stored === undefined) return <p className="quiet small">{t('Loading the change…')}</p>;
  const { shown, guards } = splitGuards(stored.payload, changeViewOf(kind)?.guards);
  const done = () => setMode('look');
  return (
    <div ref={box} className={styles.details}>
      {mode === 'edit' ? (
        <EditStep
          kind={kind}
          body={edit ?? shown}
          source={stored.source}
          onDone={done}
          onEdit={(value) => onEdit({ ...value, ...guards })}
        />
      ) : (
        <ChangeView {...changeOf(stored)} decision={decision} draft={draft} />
      )}
      {state === 'accepted' && <HiddenAnswer preview={stored} />}
      {mode === 'reject' && <RejectForm decision={decision} onBack={done} />}
      {mode === 'look' && state === 'waiting' && <Ways {...props} onMode={setMode} />}
    </div>
  );
}

function Ways({
  decision: { stored },
  edit,
  locked,
  onEdit,
  onMode,
}: DetailsProps & { onMode: (mode: Mode) => void }) {
  return (
    <div className={styles.buttons}>
      {stored !== undefined && isEditable(stored) && (
        <button
          type="button"
          className="button"
          data-way="edit"
          disabled={locked}
          onClick={() => onMode('edit')}
        >
          {t('Edit')}
        </button>
      )}
      {edit !== undefined && (
        <button type="button" className="button" onClick={() => onEdit(undefined)}>
          {t('Drop my edit')}
        </button>
      )}
      <button
        type="button"
        className="button"
        data-way="reject"
        disabled={locked}
        onClick={() => onMode('reject')}
      >
        {t('Reject this change')}
      </button>
    </div>
  );
}

/** The edit counts when it is taken over, and is sent when the plan is accepted. */
function EditStep({
  kind,
  body,
  source,
  onEdit,
  onDone,
}: {
  kind: string;
  body: JsonObject;
  source: unknown;
  onEdit: (value: JsonObject) => void;
  onDone: () => void;
}) {
  const [edited, setEdited] = useState<BodyText>({ value: body, problem: undefined });
  const { value, problem } = edited;
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        if (value === undefined) return;
        onEdit(value);
        onDone();
      }}
    >
      <BodyEditor kind={kind} body={body} source={source} onChange={setEdited}>
        <p role="status" className={`small ${styles.bad}`}>
          {problem}
        </p>
      </BodyEditor>
      <div className={styles.buttons}>
        <button type="submit" className="button primary" disabled={value === undefined}>
          {t('Use this')}
        </button>
        <button type="button" className="button quiet" onClick={onDone}>
          {t('Back')}
        </button>
      </div>
    </form>
  );
}
