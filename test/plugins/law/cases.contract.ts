import { newId } from '../../../src/foundation/ids.js';
import { PgCaseStore, type NewCase } from '../../../src/plugins/law/store/cases.store.js';
import type { Database } from '../../../src/store/database.js';
import { putSampleCases } from '../../../samples/samples.js';
import { refused } from '../../support/refused.js';
import { useOpened } from '../../support/use-opened.js';

const NAMED = { number: 'A-1', title: 'Larsen v. Harbor Office', court: 'Town Court' };
const NEW: NewCase = {
  ...NAMED,
  status: 'open',
  summary: 'Berth fees.',
  openedOn: '2026-02-01',
  deadlines: [
    { title: 'Reply', dueOn: '2026-03-10', isDone: false },
    { title: 'Objection', dueOn: '2026-02-20', isDone: true },
  ],
};

/** What the store of cases promises, on every database. */
export function casesContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let now: Date;
  let user: string;
  const cases = new PgCaseStore(db, () => now);
  beforeEach(() => {
    now = new Date('2026-03-01T23:30:00.000Z');
    user = newId();
  });

  test('a case comes back as it was put in, what is due next first', async () => {
    const created = await cases.create(user, NEW);
    const [reply, objection] = NEW.deadlines;
    const late = { ...objection, daysLeft: -9 };
    const deadlines = [late, { ...reply, daysLeft: 9 }];
    const kept = { id: created.id, isSample: false, updatedAt: now };
    expect([created, await cases.list(user)]).toEqual([{ ...NEW, ...kept, deadlines }, [created]]);
    const { court: _court, ...bare } = { ...NEW, number: 'A-2', deadlines: [] };
    expect((await cases.create(user, bare)).court).toBeUndefined();
  });

  test('open ones come first, then the newest', async () => {
    const put = (number: string, status: 'open' | 'closed', openedOn: string) =>
      cases.create(user, { ...NEW, number, status, openedOn });
    await put('old', 'open', '2025-01-01');
    await put('closed', 'closed', '2026-02-01');
    await put('new', 'open', '2026-01-01');
    expect((await cases.list(user)).map(({ number }) => number)).toEqual(['new', 'old', 'closed']);
  });

  test('replacing leaves nothing of what was there', async () => {
    const { id } = await cases.create(user, NEW);
    const other = { ...NEW, number: 'B', status: 'closed' as const, deadlines: [] };
    const replaced = await cases.replace(user, id, other);
    expect(replaced).toMatchObject({ ...other, id });
    expect(await cases.list(user)).toEqual([replaced]);
  });

  test('a number is one of its kind, for its user', async () => {
    const first = await cases.create(user, NEW);
    const second = await cases.create(user, { ...NEW, number: 'A-2' });
    for (const taken of [cases.create(user, NEW), cases.replace(user, second.id, NEW)])
      await refused(taken, 'conflict', '"A-1"');
    expect(await cases.replace(user, first.id, NEW)).toMatchObject({ number: 'A-1' });
    expect(await cases.create(newId(), NEW)).toMatchObject({ number: 'A-1' });
  });

  test('of several that take a number at once, one gets it', async () => {
    const created = ['A', 'B'].map((number) => cases.create(user, { ...NEW, number }));
    const replacing = (await Promise.all(created)).map(({ id }) => cases.replace(user, id, NEW));
    const results = await Promise.allSettled([...replacing, cases.create(user, NEW)]);
    const rejected = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(rejected).toEqual(Array(2).fill(expect.objectContaining({ code: 'conflict' })));
  });

  test('a user may have 500, and sees each of them beside the samples', async () => {
    await putSampleCases(db, () => now, true);
    await db.query(
      `insert into sextant.cases (id, user_id, number, title, status, summary, opened_on, updated_at)
       select gen_random_uuid(), $1, n, '', 'open', '', '2026-01-01', now() from generate_series(1, 500) n`,
      [user],
    );
    await refused(cases.create(user, NEW), 'conflict', '500 cases');
    const seen = await cases.list(user);
    expect(seen.filter(({ isSample }) => !isSample)).toHaveLength(500);
    expect(seen.at(-1)?.isSample).toBe(true);
    await putSampleCases(db, () => now, false);
  });

  test('another user sees and changes nothing', async () => {
    const { id } = await cases.create(user, NEW);
    const other = newId();
    expect(await cases.list(other)).toEqual([]);
    for (const work of [cases.replace(other, id, NEW), cases.remove(other, id)])
      await expect(work).rejects.toMatchObject({ code: 'not_found' });
    await expect(cases.remove(user, "x' or true")).rejects.toMatchObject({ code: 'not_found' });
    expect(await cases.list(user)).toHaveLength(1);
    await cases.remove(user, id);
    expect(await cases.list(user)).toEqual([]);
    expect(await db.query('select 1 from sextant.deadlines where case_id = $1', [id])).toEqual([]);
  });

  test('the samples are read by all, last, and changed by nobody; their days move with the day', async () => {
    await cases.create(user, { ...NEW, status: 'closed' });
    await putSampleCases(db, () => now, true);
    const [own, ...samples] = await cases.list(user);
    expect(own?.isSample).toBe(false);
    expect(samples.length).toBeGreaterThan(2);
    expect(samples.every(({ isSample }) => isSample)).toBe(true);
    const id = samples[0]?.id ?? '';
    for (const work of [cases.replace(user, id, NEW), cases.remove(user, id)])
      await expect(work).rejects.toMatchObject({ code: 'not_found' });
    now = new Date('2027-01-01T10:00:00.000Z');
    await putSampleCases(db, () => now, true);
    const later = (await cases.list(user)).filter(({ isSample }) => isSample);
    const daysOf = (all: typeof later) =>
      all.map((one) => one.deadlines.map(({ daysLeft }) => daysLeft));
    expect(daysOf(later)).toEqual(daysOf(samples));
    await putSampleCases(db, () => now, false);
    expect(await cases.list(user)).toHaveLength(1);
  });

  test('keeps text that PostgreSQL would refuse, but for the refused character', async () => {
    const odd = { ...NEW, title: 'a\0b 😀', deadlines: [{ ...NEW.deadlines[0]!, title: '\0' }] };
    const kept = { title: 'a\ufffdb 😀', deadlines: [{ title: '\ufffd' }] };
    expect(await cases.create(user, odd)).toMatchObject(kept);
  });
}
