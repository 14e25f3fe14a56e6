import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../src/foundation/ids.js';
import type { Database } from '../../src/store/database.js';
import { PgPreviewStore, type NewPreview } from '../../src/store/previews.store.js';

/** What {@link PgPreviewStore} promises, on every database. */
export function previewsContract(open: () => Promise<Database>): void {
  let db: Database;
  let previews: PgPreviewStore;
  let now: Date;
  let user: string;
  beforeAll(async () => {
    db = await open();
    previews = new PgPreviewStore(db, () => now);
  });
  afterAll(() => db.close());
  beforeEach(() => {
    now = new Date('2026-03-01T10:00:00.000Z');
    user = newId();
  });

  const preview = (): NewPreview => ({
    userId: user,
    runId: newId(),
    conversationId: newId(),
    toolUseId: 'call_1',
    kind: 'workflow_preview',
    description: 'A new rule "Low stock"',
    payload: { name: 'Low stock', actions: [{ deep: [1, { x: null }] }] },
  });

  test('a preview comes back as it was saved, waiting', async () => {
    const { userId: _owner, ...fields } = preview();
    const { id } = await previews.save({ ...fields, userId: user, targetId: 'rule-1' });
    expect(await previews.find(user, id)).toEqual({
      ...fields,
      id,
      targetId: 'rule-1',
      state: 'waiting',
      createdAt: now,
    });
  });

  test('keeps the id it is given, once', async () => {
    const id = newId();
    expect(await previews.save({ ...preview(), id })).toEqual({ id });
    await expect(previews.save({ ...preview(), id })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('lists newest first, by state', async () => {
    const first = await previews.save(preview());
    now = new Date(now.getTime() + 1000);
    const second = await previews.save(preview());
    expect((await previews.list(user)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await previews.list(user, { state: 'waiting' })).toHaveLength(2);
    expect(await previews.list(user, { state: 'accepted' })).toEqual([]);
  });

  test('another user sees nothing; an id that is no UUID is absent', async () => {
    const { id } = await previews.save(preview());
    expect(await previews.find(newId(), id)).toBeUndefined();
    expect(await previews.list(newId())).toEqual([]);
    expect(await previews.find(user, 'nonsense')).toBeUndefined();
  });

  test('the database knows no other states', async () => {
    const { id } = await previews.save(preview());
    const change = db.query("update sextant.previews set state = 'maybe' where id = $1", [id]);
    await expect(change).rejects.toThrow('previews_state');
  });
}
