import { generateKeyPairSync, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { saveOne, openTestDatabase, testSigner } from '../../test/support/database.js';
import { useOpened } from '../../test/support/use-opened.js';
import { PgApprovalStore } from './approvals.store.js';
import { AuditLog } from './audit-log.store.js';
import type { JsonObject } from '../foundation/json.js';
import { newId } from '../foundation/ids.js';
import type { Database } from './database.js';
import { PgPreviewStore } from './previews.store.js';
import {
  ReceiptCheck,
  receiptKeyOf,
  receiptLines,
  ReceiptSigner,
  sha256Of,
  type ReceiptReport,
} from './receipts.js';
import { RetentionStore } from './retention.store.js';

const db = useOpened(() => openTestDatabase('store'));
const clock = () => new Date('2026-03-01T10:00:00.000Z');
const rotated = new ReceiptSigner(() => receiptKeyOf(new Uint8Array(32).fill(9)));
let previews: PgPreviewStore;
let ids: string[];

const save = (more: object = {}) =>
  saveOne(previews, { description: 'Größe → 9', payload: { token: 'SECRET' }, ...more });
const as = (attempt: string) => ({ state: 'applying', attempt }) as const;

async function exported(): Promise<string> {
  let text = '';
  for await (const lines of receiptLines(new AuditLog(db), testSigner, clock)) text += lines;
  return text;
}

function check(bytes: Buffer | string, ...keys: Parameters<typeof createPublicKey>[0][]) {
  const all = Buffer.from(bytes);
  const looked = new ReceiptCheck(keys.map((key) => createPublicKey(key as string)));
  let from = 0;
  for (let at = all.indexOf(10); at >= 0; at = all.indexOf(10, from)) {
    looked.add(all.subarray(from, at));
    from = at + 1;
  }
  if (from < all.length) looked.add(all.subarray(from));
  return looked.report();
}
const faultsOf = (lines: readonly string[]): ReceiptReport['faults'] =>
  check(`${lines.join('\n')}\n`).faults;

beforeAll(async () => {
  previews = new PgPreviewStore(db, clock, 60_000, testSigner);
  const applied = await save({ approverRole: 'lead' });
  const approvals = new PgApprovalStore(db, clock, testSigner);
  await approvals.approve({ userId: 'lena', roles: ['lead'] }, applied.id);
  await previews.begin('ada', applied.id, 'a1');
  await previews.release('ada', applied.id, as('a1'), { code: 'rate_limited' });
  await previews.begin('ada', applied.id, 'a2');
  const outcome = { result: { status: 201, answer: 'SECRET' } };
  await previews.settle('ada', applied.id, as('a2'), 'accepted', outcome, { id: 7 });
  const rejected = await save();
  const waiting = { state: 'waiting' } as const;
  await previews.settle('ada', rejected.id, waiting, 'rejected', { reason: 'SECRET' });
  // With another key from here on, and killed before anything is told of the answer.
  previews = new PgPreviewStore(db, clock, 60_000, rotated);
  const killed = await save();
  await previews.begin('ada', killed.id, 'a1');
  ids = [applied.id, rejected.id, killed.id];
});

test('what was presented, decided, sent and answered is told once each, with hashes and no content', async () => {
  const text = await exported();
  const lines = text.trimEnd().split('\n');
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (id: string | undefined) =>
    told.filter((one) => one['preview_id'] === id).map(({ kind, facts }) => [kind, facts]);
  expect(of(ids[0])).toMatchObject([
    ['presented', { change: 'http_request', position: 1, expires_at: '2026-03-01T10:01:00.000Z' }],
    ['decided', { decision: 'approved', by: 'lena' }],
    ['decided', { decision: 'accepted', by: 'ada' }],
    ['sent', { attempt: 'a1', edited: false, sent_sha256: told[0]?.['payload_sha256'] }],
    ['answered', { attempt: 'a1', state: 'waiting', error: 'rate_limited' }],
    ['decided', { decision: 'accepted', by: 'ada' }],
    ['sent', { attempt: 'a2' }],
    ['answered', { state: 'accepted', status: 201, answer_sha256: sha256Of('{"id":7}') }],
  ]);
  expect(of(ids[1]).map(([kind]) => kind)).toEqual(['presented', 'decided']);
  expect(told[1]).toMatchObject({ user_id: 'ada', prev: sha256Of(lines[0] ?? '') });
  expect(text).not.toContain('SECRET');
  const [key, other] = [await testSigner.publicKey(), await rotated.publicKey()];
  expect(check(text, key, other)).toMatchObject({ faults: [], receipts: 13, open: [ids[2]] });
  expect(check(text).keys).toHaveLength(2);
  expect(check(text, key).faults.map(({ line }) => line)).toEqual([11, 12, 13]);
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
  expect(check(text, stranger).faults).toHaveLength(14);
});

test('a changed byte is found, in its line', async () => {
  const whole = Buffer.from(await exported());
  fc.assert(
    fc.property(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ by;
      const line = whole.subarray(0, at).toString('latin1').split('\n').length;
      expect(check(bytes).faults.map((fault) => fault.line)).toContain(line);
    }),
    { numRuns: 300 },
  );
});

test('a line left out, repeated, moved, added or made of one by another key is found', async () => {
  const lines = (await exported()).trimEnd().split('\n');
  expect(faultsOf(lines)).toEqual([]);
  for (const at of lines.keys()) {
    const without = lines.toSpliced(at, 1);
    expect(faultsOf(without)).not.toEqual([]);
    expect(faultsOf(lines.toSpliced(at, 0, lines[at] ?? ''))).not.toEqual([]);
    for (const to of lines.keys())
      if (to !== at) expect(faultsOf(without.toSpliced(to, 0, lines[at] ?? ''))).not.toEqual([]);
  }
  expect(faultsOf(lines.toSpliced(2, 1))[0]).toMatchObject({
    line: 3,
    fault: expect.stringMatching(/does not follow the receipt before of preview/),
  });
  expect(faultsOf(lines.slice(0, -1))).toEqual([
    { line: 13, fault: expect.stringMatching(/lines are missing/) },
  ]);
  expect(check('').faults).toHaveLength(1);
});

test('what a restarted server finds out is told, and what retention cut is no fault', async () => {
  const error = { code: 'preview_unknown' };
  await previews.settle('ada', ids[2] ?? '', as('a1'), 'unknown', { error });
  const { faults, open } = check(await exported());
  expect({ faults, open }).toEqual({ faults: [], open: [] });
  const later = () => new Date('2026-04-01T10:00:00.000Z');
  previews = new PgPreviewStore(db, later, 60_000, testSigner);
  const left = { state: 'unknown', attempt: 'a1' } as const;
  await previews.settle('ada', ids[2] ?? '', left, 'accepted', { recovered: true });
  const none = { delete: () => Promise.resolve(true) };
  await new RetentionStore(db, none, later).cutAudit(new Date('2026-03-15'));
  expect(check(await exported())).toMatchObject({ faults: [], receipts: 1, begun: 1 });
});

test('a plan is told of in one statement, its last: others wait for the end of the log no longer than that', async () => {
  const statements: string[] = [];
  const seen: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      db.transaction((tx) =>
        work({ query: (text, values) => (statements.push(text), tx.query(text, values)) }),
      ),
  };
  const store = new PgPreviewStore({ ...db, ...seen }, clock, 60_000, testSigner);
  const [userId, runId] = ['ada', newId()];
  const of = { userId, runId, conversationId: runId, toolUseId: 'c', kind: 'http_request' };
  const one = (subject: string) => ({ ...of, description: subject, payload: {}, subject });
  const saved = await store.saveAll([one('a'), one('b'), one('a')]);
  const audits = statements.map((text) => /audit_log|audit_head/.test(text));
  expect([audits.slice(0, -2).includes(true), audits.slice(-2)]).toEqual([false, [true, true]]);
  const log = new AuditLog(db);
  expect(await log.verify()).toMatchObject({ ok: true });
  const entries = (await log.list()).map(({ entry }) => JSON.parse(entry) as JsonObject);
  expect(entries.slice(-4).map((entry) => [entry['action'], entry['preview_id']])).toEqual([
    ...saved.map(({ id }) => ['proposed', id]),
    ['superseded', saved[0]?.id],
  ]);
  expect(check(await exported()).faults).toEqual([]);
});
