import { useQueryClient } from '@tanstack/react-query';
import { remove } from '../api/client.js';
import { keys } from '../api/queries.js';
import type { ConversationSummary } from '../api/types.js';
import { forgetUnsent } from '../chat/unsent.js';
import { runStore } from '../run/run-store.js';
import { ConfirmedButton } from '../ui/confirmed-button.js';
import { href, navigate } from './route.js';
import { t } from '../texts/core.js';

/** A button that deletes a conversation, after a question. */
export function DeleteConversation({
  item,
  isOpen,
}: {
  item: ConversationSummary;
  isOpen: boolean;
}) {
  const client = useQueryClient();
  const deleted = async () => {
    await remove(`/v1/agent/conversations/${item.id}`);
    if (isOpen) navigate(href('chat'));
    // The list alone: a view of the conversation that is still there would ask for what is gone.
    await client.invalidateQueries({ queryKey: keys.conversations, exact: true });
    runStore.forget(item.id);
    forgetUnsent(item.id);
    client.removeQueries({ queryKey: keys.conversation(item.id) });
  };
  return (
    <ConfirmedButton
      verb={t('Delete')}
      name={item.title}
      question={t('Delete this conversation?')}
      remove={deleted}
    >
      {t('“{title}” and its runs will be deleted. What was saved from it stays.', {
        title: item.title,
      })}
    </ConfirmedButton>
  );
}
