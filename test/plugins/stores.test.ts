import { describeOnRows } from '../support/contracts.js';
import type { Database } from '../../src/store/database.js';
import { PgWorkingCopyStore } from '../../src/plugins/tables/store/working-copies.store.js';
import { refused } from '../support/refused.js';
import { useOpened } from '../support/use-opened.js';
import { newId } from '../../src/foundation/ids.js';
import { PgDraftStore } from '../../src/plugins/workflow/store/drafts.store.js';
import { casesContract } from './law/cases.contract.js';

const TTL_MS = 60_000;

/** What {@link PgWorkingCopyStore} promises, on every database. */
function workingCopiesContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let now = new Date('2026-01-01T00:00:00Z');
  const copies = new PgWorkingCopyStore(db, () => now, TTL_MS);

  const copy = {
    config: { title: 'Größe "A"', data_source: [{ source: 'products' }] },
    changes: ['added column sku'],
    baseVersion: 3,
  };

  test('gives back exactly what was put', async () => {
    await copies.put('ann', 'c1', 'id-1', copy);
    expect(await copies.get('ann', 'c1', 'id-1')).toEqual(copy);
  });

  test('a copy of a new table has no base version', async () => {
    await copies.put('ann', 'c1', 'new', { config: {}, changes: [] });
    expect(await copies.get('ann', 'c1', 'new')).toEqual({ config: {}, changes: [] });
  });

  test('put replaces', async () => {
    await copies.put('ann', 'c2', 'id-1', copy);
    const next = { ...copy, changes: ['added column sku', 'sorted by name'], baseVersion: 4 };
    await copies.put('ann', 'c2', 'id-1', next);
    expect(await copies.get('ann', 'c2', 'id-1')).toEqual(next);
  });

  test('what PostgreSQL cannot hold is replaced, and finds what it was put under', async () => {
    const odd = { config: { title: 'a\0\ud800' }, changes: ['titled \0'] };
    await copies.put('ann', 'c1\0', 'id\0', odd);
    const kept = { config: { title: 'a\ufffd\ufffd' }, changes: ['titled \ufffd'] };
    expect(await copies.get('ann', 'c1\0', 'id\0')).toEqual(kept);
    await copies.clear('ann', 'c1\0', 'id\0');
    expect(await copies.get('ann', 'c1\0', 'id\0')).toBeUndefined();
  });

  test.each([
    ['another user', 'bob', 'c3', 'id-1'],
    ['another conversation', 'ann', 'c9', 'id-1'],
    ['another config', 'ann', 'c3', 'id-2'],
  ])('%s neither sees nor clears it', async (_who, user, conversation, config) => {
    await copies.put('ann', 'c3', 'id-1', copy);
    expect(await copies.get(user, conversation, config)).toBeUndefined();
    await copies.clear(user, conversation, config);
    expect(await copies.get('ann', 'c3', 'id-1')).toEqual(copy);
  });

  test('clear forgets it', async () => {
    await copies.put('ann', 'c4', 'id-1', copy);
    await copies.clear('ann', 'c4', 'id-1');
    expect(await copies.get('ann', 'c4', 'id-1')).toBeUndefined();
  });

  test('latest is the copy changed last, in this conversation only', async () => {
    expect(await copies.latest('ann', 'c7')).toBeUndefined();
    await copies.put('ann', 'c7', 'id-1', copy);
    now = new Date(now.getTime() + 1);
    await copies.put('ann', 'c7', 'id-2', { ...copy, changes: [] });
    now = new Date(now.getTime() + 1);
    await copies.put('bob', 'c7', 'id-3', copy);
    await copies.put('ann', 'c8', 'id-4', copy);
    const second = { configId: 'id-2', copy: { ...copy, changes: [] } };
    expect(await copies.latest('ann', 'c7')).toMatchObject(second);
    now = new Date(now.getTime() + 1);
    await copies.put('ann', 'c7', 'id-1', copy);
    expect((await copies.latest('ann', 'c7'))?.configId).toBe('id-1');
  });

  test('an expired copy is absent, a change renews it, and the next put deletes expired rows', async () => {
    await copies.put('ann', 'c5', 'kept', copy);
    await copies.put('ann', 'c5', 'left', copy);
    now = new Date(now.getTime() + TTL_MS - 1);
    expect(await copies.get('ann', 'c5', 'left')).toEqual(copy);
    await copies.put('ann', 'c5', 'kept', copy);
    now = new Date(now.getTime() + 1);
    expect(await copies.get('ann', 'c5', 'left')).toBeUndefined();
    expect(await copies.get('ann', 'c5', 'kept')).toEqual(copy);
    await copies.put('ann', 'c6', 'other', copy);
    const rows = await db.query<{ config_id: string }>(
      `select config_id from sextant.working_copies where conversation_id = 'c5'`,
    );
    expect(rows).toEqual([{ config_id: 'kept' }]);
  });
}

const HOUR = 3_600_000;
const NEW_DRAFT = {
  name: 'Low stock mail',
  description: 'Mails the buyer',
  entity: 'inventory.inventory_items',
  triggerType: 'on_update',
  triggerConditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
};
const ACTIONS = [
  { name: 'Mail', actionType: 'send_email', config: { recipients: ['a@example.com'] } },
  { name: 'Note', actionType: 'log_audit_entry', config: {}, after: 'Mail:failure' },
];

/** What {@link PgDraftStore} promises, on every database. */
function draftsContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let now: Date;
  let user: string;
  const drafts = new PgDraftStore(db, () => now, HOUR);
  const notFound = (work: Promise<unknown>) =>
    expect(work).rejects.toMatchObject({ code: 'draft_not_found' });
  beforeEach(() => {
    now = new Date('2026-03-01T10:00:00.000Z');
    user = newId();
  });
  const pass = (ms: number): Date => (now = new Date(now.getTime() + ms));

  test('a draft comes back as it was started', async () => {
    const draft = await drafts.create(user, { ...NEW_DRAFT, workflowId: newId() });
    expect(draft).toMatchObject({ ...NEW_DRAFT, actions: [], version: 1, updatedAt: now });
    expect(draft.expiresAt).toEqual(new Date(now.getTime() + HOUR));
    expect(await drafts.find(user, draft.id)).toEqual(draft);
    expect((await drafts.create(user, NEW_DRAFT)).workflowId).toBeUndefined();
  });

  test('saving actions raises the version and renews the expiry', async () => {
    const { id } = await drafts.create(user, NEW_DRAFT);
    pass(HOUR / 2);
    const saved = await drafts.saveActions(user, id, 1, ACTIONS);
    expect(saved).toMatchObject({ actions: ACTIONS, version: 2, updatedAt: now });
    pass(HOUR * 0.9);
    expect(await drafts.find(user, id)).toEqual(saved);
  });

  test('of changes to one version only one is kept', async () => {
    const { id } = await drafts.create(user, NEW_DRAFT);
    const results = await Promise.allSettled(
      ACTIONS.map((action) => drafts.saveActions(user, id, 1, [action])),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await refused(
      drafts.saveActions(user, id, 1, []),
      'conflict',
      /at version 2.*made to version 1/,
    );
    expect((await drafts.find(user, id))?.actions).toHaveLength(1);
  });

  test('an expired draft is absent, and its row goes with the next write', async () => {
    const { id } = await drafts.create(user, NEW_DRAFT);
    pass(HOUR);
    expect(await drafts.find(user, id)).toBeUndefined();
    expect(await drafts.list(user)).toEqual([]);
    await notFound(drafts.saveActions(user, id, 1, []));
    await drafts.create(newId(), NEW_DRAFT);
    expect(await db.query('select 1 from sextant.drafts where id = $1', [id])).toEqual([]);
  });

  test('another user sees and changes nothing', async () => {
    const { id } = await drafts.create(user, NEW_DRAFT);
    const other = newId();
    expect(await drafts.find(other, id)).toBeUndefined();
    expect(await drafts.list(other)).toEqual([]);
    await notFound(drafts.saveActions(other, id, 1, []));
  });

  test('an id that is no UUID is absent', async () => {
    expect(await drafts.find(user, "x' or true")).toBeUndefined();
    await notFound(drafts.saveActions(user, 'x', 1, []));
  });

  test('lists the newest change first', async () => {
    const first = await drafts.create(user, NEW_DRAFT);
    pass(1000);
    const second = await drafts.create(user, NEW_DRAFT);
    expect((await drafts.list(user)).map(({ id }) => id)).toEqual([second.id, first.id]);
    pass(1000);
    await drafts.saveActions(user, first.id, 1, ACTIONS);
    expect((await drafts.list(user)).map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('keeps text that PostgreSQL would refuse, but for the refused character', async () => {
    const odd = { name: 'a\0b', description: '😀 \\u0000' };
    const draft = await drafts.create(user, { ...NEW_DRAFT, ...odd });
    expect(draft).toMatchObject({ name: 'a\ufffdb', description: '😀 \\u0000' });
    const config = { zero: 'a\0', half: '\ud83d', whole: '😀', escaped: '\\u0000' };
    const action = { name: 'x', actionType: 'y', config };
    const saved = await drafts.saveActions(user, draft.id, 1, [action]);
    expect(saved.actions[0]?.config).toEqual({ ...config, zero: 'a\ufffd', half: '\ufffd' });
  });
}

describeOnRows({
  drafts: draftsContract,
  'working copies': workingCopiesContract,
  cases: casesContract,
});
