import type { ConversationStore } from '../runs.service.js';
import { decisionNotes, type DecisionStore } from './decision-notes.js';

/** Opens conversations together with what the user decided in them and the model has not been told. */
export function openWithDecisions(
  conversations: Pick<ConversationStore, 'open'>,
  store: DecisionStore,
): ConversationStore['open'] {
  return async (userId, conversationId, contextType) => {
    const { id, messages } = await conversations.open(userId, conversationId, contextType);
    const notes = decisionNotes(await store.decisions(userId, id), messages);
    return { id, messages, notes };
  };
}
