import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/client.js';
import { t } from '../texts/core.js';
import styles from './sheet.module.css';
import { Notice } from './notice.js';
import { Sheet } from './sheet.js';

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
