import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '../api/client.js';
import { keys } from '../api/queries.js';
import type { StoredPreview } from '../api/types.js';
import { idOf } from '../run/branches.js';
import { runStore, useTurns } from '../run/run-store.js';
import { isRunning } from '../run/run-view.js';
import { href, navigate } from '../shell/route.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/core.js';
import { hasChat } from './has-chat.js';

/** Makes a new preview with the values of one that nobody can accept any more; nothing where no chat proposed it. */
export function AgainButton({ stored }: { stored: StoredPreview }) {
  const { id, conversation_id: conversation, tool_use_id: call } = stored;
  const client = useQueryClient();
  const turns = useTurns(conversation);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const title = t('Prepare this change again, as things are now.');
      const place = { context_type: 'auto', context: {}, conversation_id: conversation };
      const last = turns.at(-1);
      const form = { id, tool: '', title, arguments: {}, isAgain: true } as const;
      return runStore.sendForm(form, place, last === undefined ? null : idOf(last));
    },
    onSuccess: () => navigate(href('chat', [conversation])),
  });
  // The run links the new one to this.
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: keys.preview(id) });
    return runStore.onChange(ask);
  }, [client, id]);
  if (!hasChat(stored) || call.startsWith('undo_')) return null;
  const isBusy = isPending || turns.some(({ view }) => isRunning(view));
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => mutate()}>
        <RotateCw size={14} aria-hidden /> {t('Prepare again')}
      </button>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
    </>
  );
}
