import { useState, type FormEvent } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { parseObject } from './parse-object.js';
import type { Decision } from './props.js';
import styles from './decision-bar.module.css';

/** The body as JSON to be changed before it is accepted; the backend checks it first. */
export default function EditPayload({
  decision,
  payload,
  onBack,
}: {
  decision: Decision;
  payload: JsonObject;
  onBack: () => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(payload, null, 2));
  const parsed = parseObject(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.value !== undefined) decision.accept(parsed.value);
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <label>
        <span className="small">What is sent when you accept</span>
        <textarea
          className={`field mono ${styles.json}`}
          rows={14}
          spellCheck={false}
          autoFocus
          value={text}
          aria-invalid={parsed.problem !== undefined}
          aria-describedby="edit-problem"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p id="edit-problem" className={`small ${styles.bad}`}>
        {parsed.problem}
      </p>
      <div className={styles.choices}>
        <button
          type="submit"
          className="button primary"
          disabled={parsed.value === undefined || decision.busy !== undefined}
        >
          {decision.busy === 'accept' ? 'Saving…' : 'Accept as edited'}
        </button>
        <button type="button" className="button quiet" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}
