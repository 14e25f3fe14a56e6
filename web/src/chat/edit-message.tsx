import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { t } from '../texts/texts.js';
import styles from './edit-message.module.css';

/** A message that is written otherwise where it stands; sent, it begins a branch of the conversation. */
export default function EditMessage({
  message,
  onSend,
  onEnd,
}: {
  message: string;
  /** Undefined while a run answers. */
  onSend: ((message: string) => void) | undefined;
  onEnd: () => void;
}) {
  const [text, setText] = useState(message);
  const [opener] = useState(() => document.activeElement);
  const end = (next: Element | null) => {
    onEnd();
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (text.trim() === '' || onSend === undefined) return;
    onSend(text.trim());
    end(document.getElementById('message'));
  };
  return (
    <form className={styles.edit} onSubmit={submit}>
      <textarea
        className="field"
        autoFocus
        aria-label={t('Edit the question')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) submit(event);
          if (event.key !== 'Escape') return;
          event.preventDefault();
          end(opener);
        }}
      />
      <div className={styles.ways}>
        <button type="button" className="button quiet" onClick={() => end(opener)}>
          {t('Cancel')}
        </button>
        <button type="submit" className="button primary" disabled={text.trim() === '' || !onSend}>
          {t('Send')}
        </button>
      </div>
    </form>
  );
}
