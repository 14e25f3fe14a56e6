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
  const pass = (ms: number) => (now = new Date(now.getTime() + ms));
  const copies = new PgWorkingCopyStore(db, () => now, TTL_MS);

  const config = { title: 'Größe "A"', data_source: [{ source: 'products' }] };
  const copy = { config, changes: ['added column sku'], baseVersion: 3 };

  test.each([
    ['gives back exactly what was put', copy],
    ['a copy of a new table has no base version', { config: {}, changes: [] }],
    ['put replaces', { ...copy, changes: ['added column sku', 'sorted by name'], baseVersion: 4 }],
  ])('%s', async (_what, put) => {
    await copies.put('ann', 'c1', 'id-1', copy);
    await copies.put('ann', 'c1', 'id-1', put);
    expect(await copies.get('ann', 'c1', 'id-1')).toEqual(put);
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
    pass(1);
    await copies.put('ann', 'c7', 'id-2', { ...copy, changes: [] });
    pass(1);
    await copies.put('bob', 'c7', 'id-3', copy);
    await copies.put('ann', 'c8', 'id-4', copy);
    const second = { configId: 'id-2', copy: { ...copy, changes: [] } };
    expect(await copies.latest('ann', 'c7')).toMatchObject(second);
    pass(1);
    await copies.put('ann', 'c7', 'id-1', copy);
    expect((await copies.latest('ann', 'c7'))?.configId).toBe('id-1');
  });

  test('an expired copy is absent, a change renews it, and the next put deletes expired rows', async () => {
    await copies.put('ann', 'c5', 'kept', copy);
    await copies.put('ann', 'c5', 'left', copy);
    pass(TTL_MS - 1);
    expect(await copies.get('ann', 'c5', 'left')).toEqual(copy);
    await copies.put('ann', 'c5', 'kept', copy);
    pass(1);
    expect(await copies.get('ann', 'c5', 'left')).toBeUndefined();
    expect(await copies.get('ann', 'c5', 'kept')).toEqual(copy);
    await copies.put('ann', 'c6', 'other', copy);
    const left = `select config_id from sextant.working_copies where conversation_id = 'c5'`;
    expect(await db.query(left)).toEqual([{ config_id: 'kept' }]);
  });
}

const HOUR = 3_600_000;
const TRIGGER = { entity: 'inventory.inventory_items', triggerType: 'on_update' };
const triggerConditions = [{ field_name: 'quantity', operator: 'less_than', value: 10 }];
const DESCRIBED = { name: 'Low stock mail', description: 'Mails the buyer' };
const NEW_DRAFT = { ...DESCRIBED, ...TRIGGER, triggerConditions };
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
  const notFound = (work: Promise<unknown>) => refused(work, 'draft_not_found', '');
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
    const saves = ACTIONS.map((action) => drafts.saveActions(user, id, 1, [action]));
    const results = await Promise.allSettled(saves);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = drafts.saveActions(user, id, 1, []);
    await refused(late, 'conflict', /at version 2.*made to version 1/);
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
    const { id: first } = await drafts.create(user, NEW_DRAFT);
    pass(1000);
    const { id: second } = await drafts.create(user, NEW_DRAFT);
    expect(await drafts.list(user)).toMatchObject([{ id: second }, { id: first }]);
    pass(1000);
    await drafts.saveActions(user, first, 1, ACTIONS);
    expect(await drafts.list(user)).toMatchObject([{ id: first }, { id: second }]);
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

describeOnRows({ drafts: draftsContract, copies: workingCopiesContract, cases: casesContract });
