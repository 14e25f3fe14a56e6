import type { JsonObject } from '../../src/foundation/json.js';
import { AuditLog, chainedHash } from '../../src/store/audit-log.store.js';
import type { Database } from '../../src/store/database.js';
import { PgApprovalStore } from '../../src/store/approvals.store.js';
import { PgPreviewStore } from '../../src/store/previews.store.js';
import type { NewPreview } from '../../src/store/save-previews.js';
import { saveOne, testSigner } from '../support/database.js';
import { useOpened } from '../support/use-opened.js';

export function auditContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  const clock = () => new Date('2026-03-01T10:00:00.000Z');
  const log = new AuditLog(db);
  const previews = new PgPreviewStore(db, clock, 60_000, testSigner);

  const save = (parts: Partial<NewPreview> = {}) =>
    saveOne(previews, { payload: { key: 'SECRET' }, masked: { key: '***' }, ...parts });
  const factsOf = async (previewId: string) =>
    (await log.list({ previewId })).map(({ entry }) => JSON.parse(entry) as JsonObject);

  test('each change of state is told, with who, hashes and no secret', async () => {
    const { id, sha256 } = await save({ approverRole: 'lead' });
    const approvals = new PgApprovalStore(db, clock, testSigner);
    await approvals.approve({ userId: 'lena', roles: ['lead'] }, id);
    const edited = { text: '{"key":"OTHER"}', sha256: 'e'.repeat(64) };
    await previews.begin('ada', id, 'a1', { edited, masked: { key: '***' } });
    const first = { state: 'applying', attempt: 'a1' } as const;
    await previews.release('ada', id, first, { code: 'platform_unavailable' });
    await previews.begin('ada', id, 'a2');
    const second = { state: 'applying', attempt: 'a2' } as const;
    await previews.settle('ada', id, second, 'accepted', { result: { id: '7' } }, { id: 7 });
    const answer_sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const shown = { payload_sha256: sha256, payload: { key: '***' } };
    const role = { approver_role: 'lead', at: '2026-03-01T10:00:00.000Z' };
    const outcome = { result: { id: '7' } };
    expect(await factsOf(id)).toMatchObject([
      { action: 'proposed', actor: 'ada', ...shown, ...role },
      { action: 'approved', actor: 'lena', owner: 'ada', payload_sha256: sha256 },
      { action: 'sent', attempt: 'a1', edited: true, sent_sha256: edited.sha256 },
      { action: 'released', attempt: 'a1', error: { code: 'platform_unavailable' } },
      { action: 'sent', attempt: 'a2', edited: false, sent_sha256: sha256 },
      { action: 'answered', state: 'accepted', outcome, answer_sha256 },
    ]);
    expect(JSON.stringify(await log.list({ limit: 1000 }))).not.toMatch(/SECRET|OTHER/);
    const rejected = (await save()).id;
    await previews.settle('ada', rejected, { state: 'waiting' }, 'rejected', { reason: 'no' });
    expect((await factsOf(rejected)).at(-1)).toMatchObject({ action: 'rejected', actor: 'ada' });
    // What changes nothing tells nothing.
    await previews.settle('ada', rejected, { state: 'waiting' }, 'rejected', {});
    await previews.begin('bob', rejected, 'b');
    expect(await factsOf(rejected)).toHaveLength(2);
  });

  test('a change of state that is rolled back leaves no entry', async () => {
    const { seq } = await log.head();
    await expect(save({ refersTo: [7] })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect((await log.head()).seq).toBe(seq);
  });

  test('many at once make one chain without gaps', async () => {
    const before = await log.head();
    await Promise.all(Array.from({ length: 20 }, () => save()));
    const { ok, head } = await log.verify(before);
    expect({ ok, added: head.seq - before.seq }).toEqual({ ok: true, added: 20 });
    const [entry] = await log.list({ after: head.seq - 1 });
    expect(chainedHash(entry?.prev_hash ?? '', head.seq, entry?.entry ?? '')).toBe(head.hash);
  });

  test.each([
    ['update', "update sextant.audit_log set entry = '{}'"],
    ['delete', 'delete from sextant.audit_log'],
    ['truncate', 'truncate sextant.audit_log'],
    ['delete the head', 'delete from sextant.audit_head'],
  ])('the database refuses to %s', (_name, statement) =>
    expect(db.query(statement)).rejects.toThrow(/can only be added to/),
  );

  test('an entry has the number and the hash that the database gives, whatever is asked for', async () => {
    const { seq } = await log.head();
    const made = [99_999, 'a'.repeat(64), 'b'.repeat(64), '{"action":"forged"}'];
    await db.query(
      'insert into sextant.audit_log (seq, prev_hash, hash, entry) values ($1, $2, $3, $4)',
      made,
    );
    expect(await log.verify()).toMatchObject({ ok: true, head: { seq: seq + 1 } });
  });

  const tampered = async (...statements: string[]) => {
    const known = await log.head();
    await save();
    const run = async (...all: string[]) => {
      for (const statement of all) await db.query(statement);
    };
    await run(
      'alter table sextant.audit_log disable trigger user',
      'create table sextant.kept as select * from sextant.audit_log',
      'create table sextant.kept_head as select seq, hash from sextant.audit_head',
      ...statements,
    );
    const report = await log.verify(known);
    await run(
      'delete from sextant.audit_log',
      'insert into sextant.audit_log (seq, entry, prev_hash, hash) select seq, entry, prev_hash, hash from sextant.kept',
      'update sextant.audit_head set (seq, hash) = (select seq, hash from sextant.kept_head)',
      'drop table sextant.kept, sextant.kept_head',
      'alter table sextant.audit_log enable trigger user',
    );
    expect((await log.verify(known)).ok).toBe(true);
    return report.fault;
  };

  test.each<[string, string[], RegExp]>([
    [
      'changes an entry',
      [`update sextant.audit_log set entry = '{"action":"nothing"}' where seq = 3`],
      /entry 3 was changed/,
    ],
    ['takes one out', ['delete from sextant.audit_log where seq = 4'], /behind 3 are missing/],
    [
      'takes the last one out',
      ['delete from sextant.audit_log where seq = (select seq from sextant.audit_head)'],
      /entries behind \d+ are missing/,
    ],
    [
      'takes the last ones out, with the head',
      [
        'delete from sextant.audit_log where seq > 5',
        'update sextant.audit_head set seq = 5, hash = (select hash from sextant.audit_log where seq = 5)',
      ],
      /entry \d+ is missing/,
    ],
    [
      'changes one and its hash',
      [
        `update sextant.audit_log set entry = '{}', hash = encode(sha256(convert_to(
             prev_hash || E'\\n' || seq || E'\\n' || '{}', 'UTF8')), 'hex') where seq = 3`,
      ],
      /entry 4 does not follow 3/,
    ],
  ])('who %s is found out', async (_name, statements, fault) => {
    expect(await tampered(...statements)).toMatch(fault);
  });
}
