import { useState, type FormEvent } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { DraftFindings } from './draft-findings.js';
import { parseObject } from './parse-object.js';
import type { Decision, EditedBody } from './change.js';
import styles from './decision-bar.module.css';

/** The body as JSON to be changed before it is accepted; beside it stands what the backend finds wrong. */
export default function EditPayload(props: {
  decision: Decision;
  /** Without what guards it. */
  payload: JsonObject;
  /** Goes with whatever is sent. */
  guards: JsonObject;
  draft: EditedBody | undefined;
  onEdit: (value: JsonObject | undefined) => void;
  onBack: () => void;
}) {
  const { decision, payload, guards, draft, onEdit, onBack } = props;
  const [text, setText] = useState(() => JSON.stringify(payload, null, 2));
  const parsed = parseObject(text);
  const wrong = parsed.problem !== undefined || (draft?.findings.length ?? 0) > 0;
  const change = (next: string) => {
    setText(next);
    const { value } = parseObject(next);
    if (value !== undefined) onEdit(value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.value !== undefined) decision.accept({ ...parsed.value, ...guards });
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <div className={styles.edit}>
        <label>
          <span className="small">What is sent when you accept</span>
          <textarea
            className={`field mono ${styles.json}`}
            rows={12}
            spellCheck={false}
            autoFocus
            value={text}
            aria-invalid={wrong}
            aria-describedby="edit-problem"
            onChange={(event) => change(event.target.value)}
          />
        </label>
        <div id="edit-problem" role="status" className={`small ${styles.findings}`}>
          <DraftFindings problem={parsed.problem} draft={draft} />
        </div>
      </div>
      <Buttons
        ready={parsed.value !== undefined && decision.busy === undefined}
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
        {saving ? 'Saving…' : 'Accept as edited'}
      </button>
      <button type="button" className="button quiet" onClick={onBack}>
        Back
      </button>
    </div>
  );
}
