import { X, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { t } from '../texts/texts.js';
import { messageOf } from '../api/client.js';
import { Notice } from './notice.js';
import styles from './sheet.module.css';

/**
 * Something over the page that is done with before the page continues: the browser's own modal dialog,
 * which keeps the focus (first on what has `data-focus`), closes by Escape and is read out by its title.
 */
export function Sheet({
  title,
  side,
  onClose,
  children,
}: {
  title: string;
  /** Where it comes from; `center` is a small dialog, `full` takes the whole window. */
  side: 'left' | 'bottom' | 'center' | 'full';
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it is drawn, and closed while it is still there: only then the focus goes back to what opened it.
  useLayoutEffect(() => {
    const node = dialog.current;
    node?.showModal();
    node?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => node?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.sheet} ${styles[side]}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 dir="auto">{title}</h2>
          <button type="button" className="icon-button" aria-label={t('Close')} onClick={onClose}>
            <X size={18} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Asks before something is done that cannot be undone; closes when that is done, and says why it failed. */
export function ConfirmSheet({
  question,
  verb,
  keep = t('Keep it'),
  act,
  onClose,
  children,
}: {
  question: string;
  /** What is done: the button's text. */
  verb: string;
  /** The text of the button that does nothing. */
  keep?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  /** What follows from it, in a sentence or two. */
  children: ReactNode;
}) {
  const action = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Sheet title={question} side="center" onClose={onClose}>
      <div className={styles.confirm}>
        <p className="quiet small">{children}</p>
        {action.isError && <Notice tone="bad">{messageOf(action.error)}</Notice>}
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={onClose}>
            {keep}
          </button>
          <button
            type="button"
            className="button danger"
            disabled={action.isPending}
            onClick={() => action.mutate()}
          >
            {verb}
          </button>
        </div>
      </div>
    </Sheet>
  );
}

/** A button that takes `name` away, after a question; a failure is told beside the question. */
export function ConfirmedButton({
  name,
  verb,
  question,
  remove,
  children,
}: {
  name: string;
  /** What the button does, e.g. `Delete`. */
  verb: string;
  question: string;
  remove: () => Promise<unknown>;
  /** What becomes of it, in a sentence or two. */
  children: ReactNode;
}) {
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
        <ConfirmSheet question={question} verb={verb} act={remove} onClose={() => setAsking(false)}>
          {children}
        </ConfirmSheet>
      )}
    </>
  );
}
