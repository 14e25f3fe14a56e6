import { useMemo, useState, type FormEvent } from 'react';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { messageOf } from '../api/client.js';
import { findingWords, stepsTo } from '../ui/format.js';
import { t } from '../texts/texts.js';
import { BodyEditor, type BodyText } from './form/body-editor.js';
import { FieldNotesContext, type FieldNotes } from './form/field-control.js';
import type { Decision, EditedBody } from './change.js';
import styles from './change-panel.module.css';

/** The body to be changed before it is accepted; below it stands what the backend finds wrong. */
export default function EditPayload(props: {
  decision: Decision;
  /** Without what guards it. */
  payload: JsonObject;
  /** Goes with whatever is sent. */
  guards: JsonObject;
  draft: EditedBody | undefined;
  /** Goes on with this. */
  editedSoFar: JsonObject | undefined;
  onEdit: (value: JsonObject | undefined) => void;
  onBack: () => void;
}) {
  const { decision, payload, guards, draft, editedSoFar, onEdit, onBack } = props;
  const [first] = useState(editedSoFar ?? payload);
  const [edited, setEdited] = useState<BodyText>({ value: first, problem: undefined });
  const change = (next: BodyText) => {
    setEdited(next);
    if (next.value !== undefined) onEdit(next.value);
  };
  const [sent, setSent] = useState<JsonObject>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(edited.value);
    if (edited.value !== undefined) decision.accept({ ...edited.value, ...guards });
  };
  // What was refused speaks of what was sent, until that is edited.
  const refusal = sent !== undefined && sent === edited.value ? decision.problem : undefined;
  const isSame = edited.value === first && decision.refused?.length !== 0;
  const untouched = isSame ? decision.refused : undefined;
  const findings = refusal?.details ?? untouched ?? draft?.findings;
  const { notes, placed } = useFindingNotes(findings);
  return (
    <form className={styles.reject} onSubmit={submit}>
      <FieldNotesContext value={notes}>
        <BodyEditor
          kind={decision.stored?.kind ?? ''}
          body={first}
          source={decision.stored?.['source']}
          onChange={change}
        >
          <div id="edit-problem" role="status" className={`small ${styles.findings}`}>
            <Findings
              refusal={refusal}
              untouched={untouched}
              problem={edited.problem}
              draft={draft}
              placed={placed}
            />
          </div>
        </BodyEditor>
      </FieldNotesContext>
      <Buttons
        ready={edited.value !== undefined && decision.busy === undefined}
        saving={decision.busy === 'accept'}
        onBack={onBack}
      />
    </form>
  );
}

/** What was refused just now, or before with the same values, else what is found wrong while it is written. */
function Findings({
  refusal,
  untouched = [],
  ...props
}: Parameters<typeof DraftFindings>[0] & {
  refusal: Decision['problem'];
  untouched: Decision['refused'];
}) {
  const before = { value: {}, checking: false, findings: untouched };
  if (refusal === undefined && untouched.length > 0)
    return <DraftFindings {...props} draft={before} />;
  if (refusal === undefined || props.draft === undefined) return <DraftFindings {...props} />;
  const { isCheckedOnAccept: _later, ...draft } = props.draft;
  return (
    <>
      <p className={styles.bad}>{messageOf(refusal)}</p>
      {refusal.details.length > 0 && (
        <DraftFindings {...props} draft={{ ...draft, findings: refusal.details }} />
      )}
    </>
  );
}

/** What is wrong with single fields, said there, and which fields do say it. */
function useFindingNotes(findings: readonly ErrorDetail[] = NONE) {
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set());
  const notes = useMemo((): FieldNotes => {
    const byField = new Map(
      findings.map((finding) => [stepsTo(finding.path).join('.'), findingWords(finding)]),
    );
    return {
      problem: (path) => byField.get(path.join('.')),
      shows: (key) => {
        setPlaced((keys) => new Set([...keys, key]));
        return () => setPlaced((keys) => new Set([...keys].filter((one) => one !== key)));
      },
    };
  }, [findings]);
  return { notes, placed };
}

const NONE: readonly ErrorDetail[] = [];

function Buttons({
  ready,
  saving,
  onBack,
}: {
  ready: boolean;
  saving: boolean;
  onBack: () => void;
}) {
  return (
    <div className={styles.choices}>
      <button type="submit" className="button primary" disabled={!ready}>
        {saving ? t('Saving…') : t('Accept as edited')}
      </button>
      <button type="button" className="button quiet" onClick={onBack}>
        {t('Back')}
      </button>
    </div>
  );
}

/** What is wrong with an edited body: it is no JSON, or what the backend says of it that stands at no field. */
function DraftFindings({
  problem,
  draft,
  placed,
}: {
  problem: string | undefined;
  draft: EditedBody | undefined;
  /** The fields that say themselves what is wrong with them. */
  placed: ReadonlySet<string>;
}) {
  if (problem !== undefined) return <p className={styles.bad}>{problem}</p>;
  if (draft === undefined)
    return <p className="quiet">{t('Your edit is checked before it is saved.')}</p>;
  const { findings, checking, unchecked, isCheckedOnAccept } = draft;
  if (isCheckedOnAccept) return <p className="quiet">{t('It is checked when you accept it.')}</p>;
  if (checking) return <p className="quiet">{t('Checking…')}</p>;
  if (unchecked !== undefined)
    return <p className={styles.bad}>{t('Not checked: {unchecked}', { unchecked })}</p>;
  if (findings.length === 0) return <p className={styles.good}>{t('Valid.')}</p>;
  const others = findings.filter(({ path }) => !placed.has(stepsTo(path).join('.')));
  return (
    <ul>
      {others.map((finding, index) => (
        <li key={index} className={styles.bad}>
          {finding.path !== undefined && <code>{finding.path}</code>} {findingWords(finding)}
          {finding.allowed !== undefined && finding.allowed.length > 0 && (
            <span className="quiet">
              {' '}
              {t('Valid: {allowed}', { allowed: finding.allowed.slice(0, 12).join(', ') })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
