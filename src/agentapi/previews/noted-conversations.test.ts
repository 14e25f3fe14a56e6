import { expect, test } from '@jest/globals';
import { useOpened } from '../../../test/support/use-opened.js';
import { testSigner } from '../../../test/support/receipts.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { systemClock } from '../../foundation/clock.js';
import { newId } from '../../foundation/ids.js';
import { withNotes } from '../../foundation/user-notes.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { openWithDecisions } from './decision-notes.js';

const db = useOpened(() => openTestDatabase('store'));

test('a decision that was told before the messages that are read is not told again', async () => {
  const conversations = new PgConversationStore(db);
  const previews = new PgPreviewStore(db, systemClock, 60_000, testSigner);
  const [userId, conversationId] = [newId(), newId()];
  const { id } = await previews.save({
    userId,
    runId: newId(),
    conversationId,
    toolUseId: 'call_1',
    kind: 'workflow_preview',
    description: 'Create a rule.',
    payload: {},
  });
  const waiting = { state: 'waiting', attempt: undefined } as const;
  await previews.settle(userId, id, waiting, 'rejected', {});
  const open = openWithDecisions(conversations, previews);
  const newest = () => open(userId, conversationId, 'workflow', () => true);
  const { notes = [] } = await newest();
  expect(notes).toHaveLength(1);
  const said = [withNotes(notes, 'one'), 'two'].map((content) => ({ role: 'user', content }));
  await conversations.append(userId, conversationId, said);
  expect(await newest()).toEqual({ id: conversationId, messages: said.slice(1), notes: [] });
});
