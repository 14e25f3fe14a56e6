import { ArrowUp, Square } from 'lucide-react';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useInfo } from '../api/queries.js';
import type { Turn } from '../run/run-store.js';
import styles from './composer.module.css';

const LONGEST = 32_000;

/** The box for the next message; while a run goes on its button stops that. */
export function Composer({
  contextType,
  running,
  onSend,
  onStop,
}: {
  contextType: string;
  running: Turn | undefined;
  onSend: (message: string) => void;
  onStop: () => void;
}) {
  const [text, setText] = useState('');
  const { data } = useInfo();
  const example = data?.agents.find((agent) => agent.context_type === contextType)?.examples[0];
  const message = text.trim();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (message === '' || running !== undefined) return;
    setText('');
    onSend(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      <div className={styles.box}>
        <label className="visually-hidden" htmlFor="message">
          Message
        </label>
        <textarea
          id="message"
          rows={1}
          maxLength={LONGEST}
          value={text}
          placeholder={example === undefined ? 'Ask, or say what to change' : `Try: ${example}`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {running === undefined ? (
          <button type="submit" className={styles.send} aria-label="Send" disabled={message === ''}>
            <ArrowUp size={17} aria-hidden />
          </button>
        ) : (
          <button
            type="button"
            className={styles.send}
            aria-label={running.stopping ? 'Stopping' : 'Stop'}
            title="Stop"
            disabled={running.stopping}
            onClick={onStop}
          >
            <Square size={13} fill="currentColor" aria-hidden />
          </button>
        )}
      </div>
      <p className={styles.hint}>
        Changes are shown as previews: nothing is saved before you accept it.
      </p>
    </form>
  );
}
