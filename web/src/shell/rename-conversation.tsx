import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf, putJson } from '../api/client.js';
import { keys } from '../api/queries.js';
import type { ConversationSummary } from '../api/types.js';
import { t } from '../texts/core.js';
import styles from '../ui/sheet.module.css';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';

/** What the server takes as a title. */
const LONGEST = 80;

/** A button that names a conversation; an empty name is its first message again. */
export function RenameConversation({ item }: { item: ConversationSummary }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Rename: {title}', { title: item.title })}
        title={t('Rename')}
        onClick={() => setOpen(true)}
      >
        <Pencil size={14} aria-hidden />
      </button>
      {open && <RenameSheet item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

function RenameSheet({ item, onClose }: { item: ConversationSummary; onClose: () => void }) {
  const client = useQueryClient();
  const field = useId();
  const [title, setTitle] = useState(item.title.slice(0, LONGEST));
  const renaming = useMutation({
    mutationFn: async () => {
      await putJson(`/v1/agent/conversations/${item.id}/title`, { title });
      await client.invalidateQueries({ queryKey: keys.conversations, exact: true });
    },
    onSuccess: onClose,
  });
  return (
    <Sheet title={t('Rename this conversation')} side="center" onClose={onClose}>
      <form
        className={styles.confirm}
        onSubmit={(event) => {
          event.preventDefault();
          renaming.mutate();
        }}
      >
        <label htmlFor={field}>{t('Title')}</label>
        <input
          id={field}
          className="field"
          data-focus
          maxLength={LONGEST}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        {renaming.isError && <Notice tone="bad">{messageOf(renaming.error)}</Notice>}
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={renaming.isPending}>
            {t('Rename')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
