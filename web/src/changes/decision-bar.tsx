import { Check, Pencil, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { t, rich, formatLocale } from '../texts/texts.js';
import { lazyPart } from '../ui/lazy-part.js';
import { useWayBack } from '../ui/hooks.js';
import { Outcome } from './outcome.js';
import { isEditable, type Decision, type EditedBody } from './change.js';
import styles from './change-panel.module.css';

const EditPayload = lazyPart(() => import('./edit-payload.js'));

/** The ways to decide, or what was decided. */
export function DecisionBar({
  decision,
  expiresAt,
  payload,
  guards,
  draft,
  editedSoFar,
  isEditing,
  onEdit,
}: {
  decision: Decision;
  expiresAt: string;
  /** What can be edited, and what goes with it unseen. */
  payload: JsonObject;
  guards: JsonObject;
  draft: EditedBody | undefined;
  /** The body as it was edited so far. */
  editedSoFar: JsonObject | undefined;
  /** Begins with editing. */
  isEditing: boolean;
  /** Called with the body with each edit, and undefined when editing ends. */
  onEdit: (value: JsonObject | undefined) => void;
}) {
  const [mode, setMode] = useState<'choose' | 'edit' | 'reject'>(isEditing ? 'edit' : 'choose');
  const { state, stored } = decision;
  const canEdit = stored !== undefined && isEditable(stored);
  const open = state === 'waiting' || state === 'applying' || state === 'unknown';
  const form = open && (mode !== 'edit' || canEdit ? mode : 'choose');
  const back = () => {
    setMode('choose');
    onEdit(undefined);
  };
  const bar = useKeptFocus(open, mode);
  return (
    <footer ref={bar} tabIndex={-1} className={styles.bar}>
      <Outcome decision={decision} isEditing={form === 'edit'} />
      {form === 'edit' && (
        <Suspense fallback={null}>
          <EditPayload
            decision={decision}
            payload={payload}
            guards={guards}
            draft={draft}
            editedSoFar={editedSoFar}
            onEdit={onEdit}
            onBack={back}
          />
        </Suspense>
      )}
      {form === 'reject' && <RejectForm decision={decision} onBack={back} />}
      {form === 'choose' && (
        <Choices decision={decision} expiresAt={expiresAt} canEdit={canEdit} onChoose={setMode} />
      )}
    </footer>
  );
}

/** What keeps the focus once it is decided: the button that was pressed is gone, and the outcome is read here. */
function useKeptFocus(open: boolean, mode: string) {
  const bar = useRef<HTMLElement>(null);
  useWayBack(bar, mode);
  useEffect(() => {
    if (!open && document.activeElement === document.body)
      bar.current?.focus({ preventScroll: true });
  }, [open]);
  return bar;
}

function Choices({
  decision,
  expiresAt,
  canEdit,
  onChoose,
}: {
  decision: Decision;
  expiresAt: string;
  canEdit: boolean;
  onChoose: (mode: 'edit' | 'reject') => void;
}) {
  const { state, busy } = decision;
  return (
    <div className={styles.choices}>
      <button
        type="button"
        className="button primary"
        disabled={busy !== undefined}
        onClick={() => decision.accept()}
      >
        <Check size={15} aria-hidden />
        {busy === 'accept' ? t('Saving…') : state === 'waiting' ? t('Accept') : t('Check again')}
      </button>
      {state === 'waiting' && (
        <>
          {canEdit && (
            <button
              type="button"
              className="button"
              data-way="edit"
              disabled={busy !== undefined}
              onClick={() => onChoose('edit')}
            >
              <Pencil size={14} aria-hidden /> {t('Edit')}
            </button>
          )}
          <button
            type="button"
            className="button"
            data-way="reject"
            disabled={busy !== undefined}
            onClick={() => onChoose('reject')}
          >
            <X size={15} aria-hidden /> {t('Reject')}
          </button>
          <ExpiresAt at={expiresAt} />
        </>
      )}
    </div>
  );
}

/** Until when a preview can be decided. */
function ExpiresAt({ at }: { at: string }) {
  const words = new Date(at).toLocaleString(formatLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <span className="quiet small">
      {rich('until {words}', { words: <time dateTime={at}>{words}</time> })}
    </span>
  );
}

/** Rejects with a reason, which the model is told with the next message. */
export function RejectForm({ decision, onBack }: { decision: Decision; onBack: () => void }) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decision.reject(reason.trim() || undefined);
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <label>
        <span className="small">{t('Reason (the model gets it with your next message)')}</span>
        <input
          className="field"
          maxLength={1000}
          dir="auto"
          autoFocus
          placeholder={t('Optional')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className={styles.choices}>
        <button type="submit" className="button danger" disabled={decision.busy !== undefined}>
          {t('Reject')}
        </button>
        <button type="button" className="button quiet" onClick={onBack}>
          {t('Back')}
        </button>
      </div>
    </form>
  );
}
