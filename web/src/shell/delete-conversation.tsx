import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf, remove } from '../api/client.js';
import { keys } from '../api/queries.js';
import type { ConversationSummary } from '../api/types.js';
import { runStore } from '../run/run-store.js';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import { href, navigate } from './route.js';
import styles from './sign-in.module.css';

/** A button that deletes a conversation, after a question. */
export function DeleteConversation({
  item,
  isOpen,
}: {
  item: ConversationSummary;
  isOpen: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => remove(`/v1/agent/conversations/${item.id}`),
    onSuccess: async () => {
      setAsking(false);
      if (isOpen) navigate(href('chat'));
      // The list alone: a view of the conversation that is still there would ask for what is gone.
      await client.invalidateQueries({ queryKey: keys.conversations, exact: true });
      runStore.forget(item.id);
      client.removeQueries({ queryKey: keys.conversation(item.id) });
    },
  });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete “${item.title}”`}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={14} aria-hidden />
      </button>
      {asking && (
        <Question
          title={item.title}
          failure={removal.error}
          busy={removal.isPending}
          onDelete={() => removal.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Question({
  title,
  failure,
  busy,
  onDelete,
  onClose,
}: {
  title: string;
  failure: Error | null;
  busy: boolean;
  onDelete: () => void;
  onClose: () => void;
}) {
  return (
    <Sheet title="Delete this conversation?" side="center" onClose={onClose}>
      <div className={styles.form}>
        <p className="quiet small">
          “{title}” and its runs are deleted. Rules and tables that came of it stay.
        </p>
        {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={onClose}>
            Keep it
          </button>
          <button type="button" className="button danger" disabled={busy} onClick={onDelete}>
            Delete
          </button>
        </div>
      </div>
    </Sheet>
  );
}
