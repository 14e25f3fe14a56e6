import { createHash } from 'node:crypto';
import { holds } from '../support/property.js';
import fc from 'fast-check';
import { newId } from '../../src/foundation/ids.js';
import type { Database } from '../../src/store/database.js';
import { exactText, type PreviewState } from '../../src/store/previews.model.js';
import { PgPreviewStore } from '../../src/store/previews.store.js';
import type { NewPreview } from '../../src/store/save-previews.js';
import { saveOne, testSigner } from '../support/database.js';
import { useOpened } from '../support/use-opened.js';

const TTL_MS = 24 * 60 * 60 * 1000;

export function previewsContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let now: Date;
  let user: string;
  const previews = new PgPreviewStore(db, () => now, TTL_MS, testSigner);
  beforeEach(() => {
    now = new Date('2026-03-01T10:00:00.000Z');
    user = newId();
  });

  const payload = { name: 'Low stock', actions: [{ deep: [1, { x: null }] }] };
  const rule = { kind: 'workflow_preview', description: 'A new rule "Low stock"', payload };
  const save = (parts: Partial<NewPreview> = {}) =>
    saveOne(previews, { userId: user, ...rule, ...parts });
  const saved = async (parts: Partial<NewPreview> = {}) => (await save(parts)).id;
  /** Puts a preview into any state, as no caller could. */
  const savedAs = async (state: PreviewState, attempt: string | null = null) => {
    const id = await saved();
    const change = 'update sextant.previews set state = $2, attempt = $3 where id = $1';
    await db.query(change, [id, state, attempt]);
    return id;
  };

  const subject = 'draft:1';
  const stateOf = async (id: string) => (await previews.find(user, id))?.state;

  test('of one draft only the newest waits, however many are saved at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => saved({ subject })));
    const states = await Promise.all(ids.map(stateOf));
    expect([...states].sort()).toEqual([...Array(7).fill('superseded'), 'waiting']);
    const waiting = ids[states.indexOf('waiting')];
    const [older] = await previews.list(user, { state: 'superseded', limit: 1 });
    expect(ids).toContain(older?.supersededBy);
    expect(await previews.begin(user, waiting ?? '', 'attempt')).toMatchObject({ subject });
  });

  test('of one draft accepted while a correction is stored, it is accepted or replaced, never both', async () => {
    const ends = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const own = { subject: `target:${at}`, acrossRuns: true };
        const older = await saved(own);
        const begin = () => previews.begin(user, older, 'try');
        const again = () => save(own);
        const [begun, newer] = await (at % 2 === 0
          ? Promise.all([begin(), again()])
          : Promise.all([again(), begin()]).then(([one, other]) => [other, one] as const));
        return [begun?.state, newer.replaced, await stateOf(older), older] as const;
      }),
    );
    for (const [begun, replaced, state, older] of ends) {
      expect(begun).toBe(replaced === undefined ? 'applying' : undefined);
      expect(state).toBe(replaced === undefined ? 'applying' : 'superseded');
      expect(replaced ?? [older]).toEqual([older]);
    }
  });

  test('of one draft what is being applied, decided, of another kind, draft or user stays as it is', async () => {
    const applying = await saved({ subject });
    await previews.begin(user, applying, 'attempt');
    const others = await Promise.all([
      saved({ subject, kind: 'table_config_preview' }),
      saved({ subject: 'draft:2' }),
      saved(),
    ]);
    const foreign = await save({ userId: newId(), subject });
    await saved({ subject });
    expect(await stateOf(applying)).toBe('applying');
    expect(await Promise.all(others.map(stateOf))).toEqual(['waiting', 'waiting', 'waiting']);
    expect(foreign.id).not.toBe('');
  });

  test('a preview comes back as it was saved, waiting', async () => {
    const fields = { ...rule, runId: newId(), conversationId: newId(), toolUseId: 'call' };
    const change = { targetId: 'rule-1', baseVersion: 3 };
    const answer = await save({ ...fields, ...change });
    const expiresAt = new Date(now.getTime() + TTL_MS);
    const shown = exactText(payload);
    const place = { changeSetId: answer.changeSetId, position: 1 };
    expect(answer).toEqual({ id: answer.id, expiresAt, sha256: shown.sha256, ...place });
    const { payload: _shown, ...plain } = fields;
    const kept = { ...plain, ...change, ...place, id: answer.id };
    const waiting = { shown, state: 'waiting', createdAt: now, expiresAt };
    expect(await previews.find(user, answer.id)).toEqual({ ...kept, ...waiting });
  });

  test('property: the text is kept to the byte, in the order of its keys, and hashed', async () => {
    const hard = fc.oneof(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 5 }),
      fc.constantFrom({ z: 1, a: 2, '\u0000': '\u0000', 'ü😀': '\ud83d', e: 1e-7, s: '</script>' }),
    );
    await holds([hard], { numRuns: 30 }, async (payload) => {
      const found = await previews.find(user, await saved({ payload }));
      const text = JSON.stringify(payload);
      const sha256 = createHash('sha256').update(Buffer.from(text)).digest('hex');
      expect(found?.shown).toEqual({ text, sha256 });
    });
  });

  test('lists newest first, by state; what waits in vain is listed as expired', async () => {
    const old = await saved();
    now = new Date(now.getTime() + TTL_MS);
    const one = await saved();
    now = new Date(now.getTime() + 1000);
    const two = await saved();
    const ids = async (filter = {}) => (await previews.list(user, filter)).map(({ id }) => id);
    expect([await ids(), await ids({ limit: 1 })]).toEqual([[two, one, old], [two]]);
    expect(await ids({ state: 'waiting' })).toEqual([two, one]);
    expect(await ids({ state: 'expired' })).toEqual([old]);
    expect(await ids({ state: 'accepted' })).toEqual([]);
    expect([await ids({ limit: 1, offset: 1 }), await ids({ offset: 3 })]).toEqual([[one], []]);
    const counts = [{}, { state: 'waiting' }, { state: 'expired' }, { limit: 1 }] as const;
    const found = await Promise.all(counts.map((filter) => previews.count(user, filter)));
    expect([found, await previews.count(newId())]).toEqual([[3, 2, 1, 3], 0]);
  });

  test('the database knows no other states', async () => {
    const id = await saved();
    const change = db.query("update sextant.previews set state = 'maybe' where id = $1", [id]);
    await expect(change).rejects.toThrow('previews_state');
  });

  test('beginning keeps what is sent instead, and since when', async () => {
    const id = await saved();
    const edited = exactText({ name: 'Ü' });
    const begun = await previews.begin(user, id, 'try', { edited });
    expect(begun).toMatchObject({ edited, attempt: 'try', applyingSince: now });
    expect(begun?.shown).toEqual(exactText(payload));
  });

  test('beginning not when it has expired, to the millisecond', async () => {
    const id = await saved();
    const start = now.getTime();
    now = new Date(start + TTL_MS);
    expect(await previews.begin(user, id, 'try')).toBeUndefined();
    expect(await previews.settle(user, id, { state: 'waiting' }, 'rejected', {})).toBeUndefined();
    now = new Date(start + TTL_MS - 1);
    expect(await previews.begin(user, id, 'try')).toMatchObject({ state: 'applying' });
  });

  const ends = ['accepted', 'failed', 'stale', 'unknown'] as const;
  test.each(ends)('ending as %s keeps the outcome, once', async (to) => {
    const id = await saved();
    await previews.begin(user, id, 'try');
    const from = { state: 'applying', attempt: 'try' } as const;
    const ended = await previews.settle(user, id, from, to, { result: { id: '1' } });
    expect(ended).toMatchObject({ state: to, decidedAt: now, outcome: { result: { id: '1' } } });
    expect(await previews.settle(user, id, from, 'failed', {})).toBeUndefined();
    expect(await previews.find(user, id)).toEqual(ended);
  });

  test('ending is not for another attempt', async () => {
    const id = await savedAs('applying', 'mine');
    const from = { state: 'applying', attempt: 'other' } as const;
    expect(await previews.settle(user, id, from, 'accepted', {})).toBeUndefined();
    expect(await previews.release(user, id, from)).toBeUndefined();
    const none = { state: 'applying' } as const;
    expect(await previews.settle(user, id, none, 'accepted', {})).toBeUndefined();
  });

  test('ending without having been applied, it waits again as it was', async () => {
    const id = await saved();
    const before = await previews.find(user, id);
    await previews.begin(user, id, 'try', { edited: exactText({ x: 1 }) });
    const from = { state: 'applying', attempt: 'try' } as const;
    expect(await previews.release(user, id, from)).toEqual(before);
  });

  test('decisions of a conversation, oldest first, without what is not decided', async () => {
    const conversationId = newId();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) ids.push(await saved({ conversationId }));
    await previews.settle(user, await saved(), { state: 'waiting' }, 'rejected', {});
    for (const id of [ids[1] ?? '', ids[0] ?? '']) {
      now = new Date(now.getTime() + 1000);
      await previews.settle(user, id, { state: 'waiting' }, 'rejected', { reason: 'no' });
    }
    const found = await previews.decisions(user, conversationId);
    expect(found.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(await previews.decisions(newId(), conversationId)).toEqual([]);
    expect(await previews.decisions(user, 'nonsense')).toEqual([]);
  });
}
