import { newId } from '../../src/foundation/ids.js';
import { AuditLog } from '../../src/store/audit-log.store.js';
import { PgConversationViewStore } from '../../src/store/conversation-views.store.js';
import { PgConversationStore } from '../../src/store/conversations.store.js';
import type { Database } from '../../src/store/database.js';
import { PgPreviewStore } from '../../src/store/previews.store.js';
import { RetentionStore } from '../../src/store/retention.store.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import type { NewRun } from '../../src/store/run-log/run-log.model.js';
import { APPEND, CREATE, END, PAGES_AFTER } from '../../src/store/run-log/appends.js';
import { testSigner } from '../support/database.js';
import { useOpened } from '../support/use-opened.js';

const STORED = 5_000;
const RUNNING = 300;
const AT_ONCE = 50;

/** What every chat sends finds its rows by their keys, however many are stored, without statistics. */
export function runPlansContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  const owner = { process: 'plans', instanceId: newId() };
  /** How the statements with names read tables when their plan is made while nothing is stored. */
  const early: string[] = [];
  beforeAll(async () => {
    if (db.kind === 'embedded')
      for (const statement of [CREATE, `${APPEND} select 1 from run`, `${END} select 1 from run`])
        early.push(...scansIn(await db.query<PlanRow>(`explain (generic_plan) ${statement}`)));
    await db.query(STORE_RUNS, [STORED, RUNNING, owner.instanceId]);
  });

  const chat = { userId: 'planner', contextType: 'tables', message: 'hello', requestHash: '' };
  const newRun = (conversationId: string): NewRun => {
    const ids = { id: newId(), conversationId, idempotencyKey: newId() };
    return { ...chat, ...ids, opensConversation: false };
  };

  /** How the statements of `work` read tables, each planned just before it runs. */
  async function scansOf(work: (log: PgRunLog, planner: Database) => Promise<void>) {
    const scans: string[] = [];
    const planner: Database = {
      ...db,
      query: async (text, values, name) => {
        scans.push(...scansIn(await db.query<PlanRow>(`explain ${text}`, values)));
        return db.query(text, values, name);
      },
    };
    await work(new PgRunLog(planner, owner, 60_000), planner);
    return scans;
  }

  const byKeys = expect.not.arrayContaining([expect.stringMatching(/^Seq Scan|runs_unended/)]);

  test('a plan that is kept from an empty table', () => {
    if (db.kind !== 'embedded') return;
    expect(early).toContain('Index Scan using runs_pkey on runs');
    expect(early).toContain('Index Scan using conversations_pkey on conversations');
    expect(early).toEqual(byKeys);
  });

  test('one chat', async () => {
    const scans = await scansOf(async (log, planner) => {
      const { id } = await new PgConversationStore(planner).open('planner', newId(), 'tables');
      const run = newRun(id);
      expect(await log.create(run)).toBe(true);
      expect(await log.append(run, { first: 1, last: 1, text: 'a' }, [])).toBe(true);
      const call = { id: 'a', name: 'b', effect: 'draft', state: 'started' };
      expect(await log.append(run, { first: 2, last: 2, text: 'b' }, [call])).toBe(true);
      const end = { state: 'completed', messages: [{ role: 'user' }] } as const;
      expect(await log.append(run, { first: 3, last: 3, text: 'c' }, [], end)).toBe(true);
      const { idempotencyKey: key = '' } = run;
      expect(await log.findByKey('planner', key)).toMatchObject({ id: run.id });
    });
    expect(scans).toContain('Index Scan using runs_pkey on runs');
    expect(scans).toEqual(byKeys);
  });

  test('the next events of many chats', async () => {
    const running = await db.query<{ id: string }>(
      'select id from sextant.runs where instance_id = $1 and ended_at is null limit $2',
      [owner.instanceId, AT_ONCE],
    );
    const scans = await scansOf(async (log) => {
      const runs = running.map(({ id }) => ({ ...newRun(newId()), id }));
      const written = runs.map((run) => log.append(run, { first: 1, last: 2, text: 'x' }, []));
      expect(await Promise.all(written)).toEqual(runs.map(() => true));
    });
    // One statement for all.
    expect(scans).toEqual(['Index Scan using runs_pkey on runs']);
  });

  test('the newest events of a long run', async () => {
    const [run] = await db.query<{ id: string }>(
      `insert into sextant.run_events select id, nth, nth, 'x'
       from (select id from sextant.runs where ended_at is not null and not exists
         (select from sextant.run_events where run_id = id and first_seq > 1) limit 1) as run,
         generate_series(2, 5000) as nth returning run_id as id`,
    );
    const asked = [[run!.id], [4_998], 16, 9];
    const plan = await db.query<PlanRow>(`explain analyze ${PAGES_AFTER}`, asked);
    const removed = (row: PlanRow) => /Removed by Filter: (\d+)/.exec(row['QUERY PLAN']);
    const passedOver = plan.map((row) => removed(row)?.[1] ?? 0);
    expect(Math.max(...passedOver.map(Number))).toBeLessThanOrEqual(1);
  });

  test('what is deleted next, what waits and what one did, of all that is kept', async () => {
    const clock = () => new Date();
    const scans = await scansOf(async (_log, planner) => {
      const retention = new RetentionStore(planner, new PgConversationViewStore(db), clock);
      await retention.deleteConversations(new Date(0));
      const previews = new PgPreviewStore(planner, clock, 1, testSigner);
      await previews.count('planner', { state: 'waiting' });
      await new AuditLog(planner).list({ actor: 'nobody' });
    });
    for (const index of ['conversations_by_use', 'previews_waiting', 'audit_log_of_actor'])
      expect(scans.join()).toContain(index);
  });

  test('the beginnings and the ends of many chats', async () => {
    const scans = await scansOf(async (log) => {
      const opening = () => ({ ...newRun(newId()), opensConversation: true });
      const runs = Array.from({ length: AT_ONCE }, opening);
      expect(await Promise.all(runs.map((run) => log.create(run)))).toEqual(runs.map(() => true));
      const end = { state: 'completed', messages: [{ role: 'user' }] } as const;
      const ended = runs.map((run) => log.append(run, { first: 1, last: 1, text: 'x' }, [], end));
      expect(await Promise.all(ended)).toEqual(runs.map(() => true));
    });
    expect(scans).toContain('Index Scan using conversations_pkey on conversations');
    expect(scans).toEqual(byKeys);
  });
}

type PlanRow = { 'QUERY PLAN': string };

/** "Index Scan using runs_pkey on runs", "Seq Scan on runs"; not those of CTEs and functions. */
const scansIn = (plan: readonly PlanRow[]): string[] =>
  plan.flatMap(
    (row) => /((Seq|Index|Bitmap)[^(]* Scan [^(]*\S) /.exec(row['QUERY PLAN'])?.[1] ?? [],
  );

/** $1 runs, each in a conversation with a message; of them $2 of the server $3 have not ended. */
const STORE_RUNS = `with made as (
    insert into sextant.conversations (id, user_id, context_type)
    select gen_random_uuid(), 'planner', 'tables' from generate_series(1, $1::int) returning id
  ), said as (
    insert into sextant.messages (conversation_id, position, message) select id, 1, '{}' from made
  ), ran as (
    insert into sextant.runs (id, user_id, conversation_id, context_type, message, state, request_hash,
      process, instance_id, lease_until, ended_at)
    select gen_random_uuid(), 'planner', id, 'tables', '',
      case when nth <= $2::int then 'running' else 'completed' end, '', 'plans', $3::uuid,
      now() + interval '1 hour', case when nth > $2::int then now() end
    from (select id, row_number() over () as nth from made) as numbered
    returning id, ended_at
  )
  insert into sextant.run_events (run_id, first_seq, last_seq, frames)
  select id, 1, 1, 'x' from ran where ended_at is not null`;
