import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../api/client.js';
import styles from './confirmed-button.module.css';
import { Notice } from './notice.js';
import { Sheet } from './sheet.js';

interface Removal {
  /** What the button does, e.g. `Delete`. */
  verb: string;
  question: string;
  remove: () => Promise<unknown>;
  /** What becomes of it, in a sentence or two. */
  children: ReactNode;
}

/** A button that takes `name` away, after a question; a failure is told beside the question. */
export function ConfirmedButton({
  name,
  verb,
  question,
  remove,
  children,
}: Removal & { name: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`${verb}: ${name}`}
        title={verb}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={15} aria-hidden />
      </button>
      {asking && (
        <Question {...{ verb, question, remove }} onClose={() => setAsking(false)}>
          {children}
        </Question>
      )}
    </>
  );
}

function Question({
  verb,
  question,
  remove,
  onClose,
  children,
}: Removal & { onClose: () => void }) {
  const removal = useMutation({ mutationFn: remove, onSuccess: onClose });
  return (
    <Sheet title={question} side="center" onClose={onClose}>
      <div className={styles.confirm}>
        <p className="quiet small">{children}</p>
        {removal.isError && <Notice tone="bad">{messageOf(removal.error)}</Notice>}
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={onClose}>
            Keep it
          </button>
          <button
            type="button"
            className="button danger"
            disabled={removal.isPending}
            onClick={() => removal.mutate()}
          >
            {verb}
          </button>
        </div>
      </div>
    </Sheet>
  );
}
