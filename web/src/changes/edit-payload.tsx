import { useState, type FormEvent } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { DraftFindings } from './draft-findings.js';
import { BodyEditor, type BodyText } from './form/body-editor.js';
import type { Decision, EditedBody } from './change.js';
import { t } from '../texts/core.js';
import styles from './decision-bar.module.css';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edited.value !== undefined) decision.accept({ ...edited.value, ...guards });
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <BodyEditor
        kind={decision.stored?.kind ?? ''}
        body={first}
        source={decision.stored?.['source']}
        onChange={change}
      >
        <div id="edit-problem" role="status" className={`small ${styles.findings}`}>
          <DraftFindings problem={edited.problem} draft={draft} />
        </div>
      </BodyEditor>
      <Buttons
        ready={edited.value !== undefined && decision.busy === undefined}
        saving={decision.busy === 'accept'}
        onBack={onBack}
      />
    </form>
  );
}

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
