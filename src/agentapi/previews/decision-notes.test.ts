import { withNotes } from '../../foundation/user-messages.js';
import { exactText, type StoredPreview } from '../../store/previews.model.js';
import { useOpened } from '../../../test/support/use-opened.js';
import { saveOne, testSigner, openTestDatabase } from '../../../test/support/database.js';
import { systemClock } from '../../foundation/clock.js';
import { newId } from '../../foundation/ids.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { decisionNotes, openWithDecisions } from './decision-notes.js';

const ORIGIN = { runId: 'r', conversationId: 'c', toolUseId: 't', kind: 'workflow_preview' };
const decided = (parts: Partial<StoredPreview>): StoredPreview => ({
  id: '12345678-0000-4000-8000-000000000000',
  ...ORIGIN,
  description: 'Create the rule "Low stock".',
  shown: exactText({}),
  state: 'accepted',
  createdAt: new Date(0),
  expiresAt: new Date(1),
  outcome: {},
  ...parts,
});

const SAVED =
  'Preview 12345678 was accepted by the user and is saved: "Create the rule \\"Low stock\\"."';
const LOST = SAVED.replace('and is saved', 'but could not be saved');
const NO = SAVED.replace('accepted by the user and is', 'rejected by the user, so nothing was');
const saved = { id: 'rule-1', name: 'Low stock', version: 1 };
const taken = { code: 'conflict', message: 'Taken.' };
test.each<[Partial<StoredPreview>, string]>([
  [{ outcome: { result: saved } }, `${SAVED} Its id: rule-1.`],
  [{ kind: 'mcp_call', outcome: { result: { unread: '12 mails', otherwise: [1] } } }, SAVED],
  [
    { edited: exactText({ x: 1 }) },
    `${SAVED} The user edited the content first: read it before relying on it.`,
  ],
  [{ state: 'rejected', outcome: { reason: 'Too\nnoisy]' } }, `${NO} The reason: "Too noisy]"`],
  [{ state: 'failed', outcome: { error: taken } }, `${LOST} What was said: "Taken."`],
])('%j', (parts, note) => expect(decisionNotes([decided(parts)], [])).toEqual([note]));

test('of what waits, how a call says that it corrects it; of what is being applied nothing', () =>
  expect(
    decisionNotes([decided({ state: 'waiting' }), decided({ state: 'applying' })], []),
  ).toEqual([
    'Preview 12345678 still waits for the user to decide: "Create the rule \\"Low stock\\"." A call that corrects it says so with "replaces": "12345678".',
  ]));

test('each is told once, and again when it turned out otherwise', () => {
  const unknown = [decided({ state: 'unknown' })];
  const messages = [{ role: 'user', content: withNotes(decisionNotes(unknown, []), 'hi') }];
  expect(decisionNotes(unknown, messages)).toEqual([]);
  expect(decisionNotes([decided({})], messages)).toHaveLength(1);
});

test('what the model says tells nothing', () => {
  const [note = ''] = decisionNotes([decided({})], []);
  expect(decisionNotes([decided({})], [{ role: 'assistant', content: note }])).toEqual([note]);
});

const db = useOpened(() => openTestDatabase('store'));

test('a decision that was told before the messages that are read is not told again', async () => {
  const conversations = new PgConversationStore(db);
  const previews = new PgPreviewStore(db, systemClock, 60_000, testSigner);
  const [userId, conversationId] = [newId(), newId()];
  const { id } = await saveOne(previews, { userId, conversationId });
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
