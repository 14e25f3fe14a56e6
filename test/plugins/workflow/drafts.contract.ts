import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/foundation/ids.js';
import type { Database } from '../../../src/store/database.js';
import { PgDraftStore } from '../../../src/plugins/workflow/store/drafts.store.js';
import { useOpened } from '../../support/use-opened.js';

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
export function draftsContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let drafts: PgDraftStore;
  let now: Date;
  let user: string;
  beforeAll(async () => {
    drafts = new PgDraftStore(db, () => now, HOUR);
  });
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
    await expect(drafts.saveActions(user, id, 1, [])).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/at version 2.*made to version 1/),
    });
    expect((await drafts.find(user, id))?.actions).toHaveLength(1);
  });

  test('an expired draft is absent, and its row goes with the next write', async () => {
    const { id } = await drafts.create(user, NEW_DRAFT);
    pass(HOUR);
    expect(await drafts.find(user, id)).toBeUndefined();
    expect(await drafts.list(user)).toEqual([]);
    await expect(drafts.saveActions(user, id, 1, [])).rejects.toMatchObject({
      code: 'draft_not_found',
    });
    await drafts.create(newId(), NEW_DRAFT);
    expect(await db.query('select 1 from sextant.drafts where id = $1', [id])).toEqual([]);
  });

  test('another user sees and changes nothing', async () => {
    const { id } = await drafts.create(user, NEW_DRAFT);
    const other = newId();
    expect(await drafts.find(other, id)).toBeUndefined();
    expect(await drafts.list(other)).toEqual([]);
    await expect(drafts.saveActions(other, id, 1, [])).rejects.toMatchObject({
      code: 'draft_not_found',
    });
  });

  test('an id that is no UUID is absent', async () => {
    expect(await drafts.find(user, "x' or true")).toBeUndefined();
    await expect(drafts.saveActions(user, 'x', 1, [])).rejects.toMatchObject({
      code: 'draft_not_found',
    });
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
    const draft = await drafts.create(user, {
      ...NEW_DRAFT,
      name: 'a\0b',
      description: '😀 \\u0000',
    });
    expect(draft).toMatchObject({ name: 'a\ufffdb', description: '😀 \\u0000' });
    const config = { zero: 'a\0', half: '\ud83d', whole: '😀', escaped: '\\u0000' };
    const saved = await drafts.saveActions(user, draft.id, 1, [
      { name: 'x', actionType: 'y', config },
    ]);
    expect(saved.actions[0]?.config).toEqual({ ...config, zero: 'a\ufffd', half: '\ufffd' });
  });
}
