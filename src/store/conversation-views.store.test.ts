import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '../foundation/ids.js';
import { openTestDatabase } from '../../test/support/database.js';
import { PgConversationViewStore, type ConversationPage } from './conversation-views.store.js';
import type { Database } from './database.js';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase('store');
});
afterAll(() => db.close());

/** A user with one conversation for each of these times. */
async function userWith(microseconds: readonly number[]): Promise<string> {
  const userId = newId();
  for (const nth of microseconds) {
    await db.query(
      `with own as (
         insert into sextant.conversations (id, user_id, context_type, updated_at)
         values ($1, $2, 'workflow', $3) returning id
       ) insert into sextant.runs (id, user_id, conversation_id, context_type, message, request_hash)
         select $4::uuid, $2, id, 'workflow', 'hello', '' from own`,
      [newId(), userId, `2026-01-01T00:00:00.00000${nth}Z`, newId()],
    );
  }
  return userId;
}

test('property: page by page each conversation comes once, however many have one time', async () => {
  const store = new PgConversationViewStore(db);
  const times = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 1, max: 4 }), async (microseconds, limit) => {
      const userId = await userWith(microseconds);
      const seen: string[] = [];
      let page: ConversationPage = { limit };
      for (let count = 0; count <= microseconds.length; count += 1) {
        const { items, total } = await store.list(userId, page);
        expect(total).toBe(microseconds.length);
        seen.push(...items.map(({ id }) => id));
        const last = items.at(-1);
        if (last === undefined) break;
        page = { limit, before: last.updatedAt, beforeId: last.id };
      }
      const whole = await store.list(userId, { limit: 100 });
      expect(seen).toEqual(whole.items.map(({ id }) => id));
    }),
    { numRuns: 25 },
  );
});
