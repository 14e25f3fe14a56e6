import { newId } from '../../src/foundation/ids.js';
import type { Database } from '../../src/store/database.js';
import { PgConversationStore } from '../../src/store/conversations.store.js';
import { useOpened } from '../support/use-opened.js';

export function conversationsContract(open: () => Promise<Database>): void {
  const conversations = new PgConversationStore(useOpened(open));
  let user: string;
  beforeEach(() => {
    user = newId();
  });
  const say = (content: string): { role: string; content: string } => ({ role: 'user', content });

  test('a new conversation is empty; what is appended comes back in order', async () => {
    const { id, messages } = await conversations.open(user, newId(), 'workflow');
    expect(messages).toEqual([]);
    await conversations.append(user, id, [say('1'), say('2')]);
    await conversations.append(user, id, []);
    await conversations.append(user, id, [say('3')]);
    const again = await conversations.open(user, id, 'tables');
    expect(again).toEqual({ id, messages: [say('1'), say('2'), say('3')] });
  });

  test.each([0, 99, 100, 149, 150, 249])(
    'is read back to message %i that is enough',
    async (at) => {
      const { id } = await conversations.open(user, newId(), 'workflow');
      const all = Array.from({ length: 250 }, (_, nth) => say(`${nth}`));
      await conversations.append(user, id, all);
      const asked: unknown[] = [];
      const { messages } = await conversations.open(user, id, 'workflow', (message) => {
        asked.push(message);
        return message['content'] === `${at}`;
      });
      expect([messages, asked]).toEqual([all.slice(at), messages.toReversed()]);
      expect((await conversations.open(user, id, 'workflow')).messages).toEqual(all);
    },
  );

  test('the user’s messages that begin with a text, in order, and nobody else’s', async () => {
    const { id } = await conversations.open(user, newId(), 'workflow');
    const answer = { role: 'assistant', content: '[Note] c' };
    const all = [say('[Note] a'), say('x [Note]'), answer, say('%'), say('[Note] b')];
    await conversations.append(user, id, all);
    expect(await conversations.beginningWith(user, id, '[Note]')).toEqual([all[0], all[4]]);
    expect(await conversations.beginningWith(newId(), id, '[Note]')).toEqual([]);
  });

  test('of two users who ask for one new id at once, one gets it', async () => {
    const id = newId();
    const results = await Promise.allSettled(
      [newId(), newId()].map((each) => conversations.open(each, id, 'workflow')),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('an id that is no UUID is refused with its name', async () => {
    const details = [{ path: 'conversation_id', message: 'must be a UUID' }];
    const opened = conversations.open(user, 'abc', 'workflow');
    await expect(opened).rejects.toMatchObject({ code: 'invalid_request', details });
  });

  test('runs that append at once do not clash, and each one’s messages stay together', async () => {
    const { id } = await conversations.open(user, newId(), 'workflow');
    const runs = Array.from({ length: 12 }, (_, run) => [say(`${run}a`), say(`${run}b`)]);
    await Promise.all(runs.map((messages) => conversations.append(user, id, messages)));
    const { messages } = await conversations.open(user, id, 'workflow');
    expect(messages).toHaveLength(24);
    for (const [first, second] of runs) {
      const at = messages.findIndex((message) => message['content'] === first?.content);
      expect(messages[at + 1]).toEqual(second);
    }
  });

  test('messages that PostgreSQL would refuse are kept, but for the refused character', async () => {
    const { id } = await conversations.open(user, newId(), 'workflow');
    await conversations.append(user, id, [say('a\0b'), say('\udc00 \\u0000')]);
    const { messages } = await conversations.open(user, id, 'workflow');
    expect(messages).toEqual([say('a\ufffdb'), say('\ufffd \\u0000')]);
  });
}
