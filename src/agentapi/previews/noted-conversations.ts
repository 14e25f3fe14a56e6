import { NOTE_OPENING } from '../../foundation/user-notes.js';
import type { PgConversationStore } from '../../store/conversations.store.js';
import type { ConversationStore } from '../runs.service.js';
import { decisionNotes, type DecisionStore } from './decision-notes.js';

/** So many of those that wait are named, the newest. */
const MAX_WAITING = 10;

/** Opens conversations together with what the user decided in them and the model has not been told. */
export function openWithDecisions(
  conversations: Pick<PgConversationStore, 'open' | 'beginningWith'>,
  store: DecisionStore,
): ConversationStore['open'] {
  return async (...of) => {
    const [userId] = of;
    const opened = await conversations.open(...of);
    const [decided, waiting] = await Promise.all([
      store.decisions(userId, opened.id),
      store.list(userId, { state: 'waiting', conversationId: opened.id, limit: MAX_WAITING }),
    ]);
    const decisions = [...decided, ...waiting.reverse()];
    if (decisions.length === 0) return opened;
    // Not only the messages that were opened: what the model was told may be long ago.
    const told = await conversations.beginningWith(userId, opened.id, NOTE_OPENING, opened.branch);
    return { ...opened, notes: decisionNotes(decisions, told) };
  };
}
