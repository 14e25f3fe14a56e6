import { useOpened } from '../../../test/support/use-opened.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { HandTimer } from '../../../test/support/runs.js';
import { newId } from '../../foundation/ids.js';
import { silentLogger } from '../../foundation/logger.js';
import { AuditLog, audit } from '../../store/audit-log.store.js';
import {
  type ConversationCleanup,
  PgConversationViewStore,
} from '../../store/conversation-views.store.js';
import { RetentionStore } from '../../store/retention.store.js';
import { PgRunLog } from '../../store/run-log/run-log.store.js';
import type { RetentionSettings } from '../config/limit-settings.js';
import { deleteOld, Retention, type RetentionDeps } from './retention.js';

const HOUR_MS = 60 * 60 * 1000;
const START = Date.parse('2026-01-01T00:00:00.000Z');

let now = new Date(START);
const db = useOpened(() => openTestDatabase('store'));

const { timer } = new HandTimer();
const settings = (days: number): RetentionSettings => {
  return { runEventsDays: days, conversationsDays: days, previewsDays: days, auditDays: days };
};

async function retain(
  kept: RetentionSettings,
  cleanups: readonly ConversationCleanup[] = [],
  logger = silentLogger,
): Promise<void> {
  const clock = () => now;
  const store = new RetentionStore(db, new PgConversationViewStore(db, cleanups), clock);
  const log = new PgRunLog(db, { process: 'x', instanceId: newId() }, 20_000);
  await deleteOld({ store, log, settings: kept, clock, logger, timer });
}

/** An hour of a busy server: conversations, each with a run, its events, a decided preview and its entry in the log. */
async function live(count: number): Promise<void> {
  await db.query(
    `with c as (
       insert into sextant.conversations (id, user_id, context_type, created_at, updated_at)
       select gen_random_uuid(), 'ada', 'workflow', $1, $1 from generate_series(1, $2) returning id
     ), m as (
       insert into sextant.messages (conversation_id, position, message)
       select id, 1, jsonb_build_object('role', 'user', 'content', repeat('word ', 100)) from c
     ), r as (
       insert into sextant.runs (id, user_id, conversation_id, context_type, message, state, request_hash, created_at, ended_at)
       select gen_random_uuid(), 'ada', id, 'workflow', 'hello', 'completed', '', $1, $1 from c returning id, conversation_id
     ), s as (
       insert into sextant.change_sets (id, user_id, run_id, conversation_id, created_at)
       select id, 'ada', id, conversation_id, $1 from r
     ), p as (
       insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind, description, payload,
         payload_text, payload_sha256, state, created_at, decided_at, expires_at, change_set_id, position)
       select gen_random_uuid(), 'ada', id, conversation_id, 'x', 'http_request', '', '{}', '{}', '', 'accepted', $1, $1, $1, id, 0 from r
     )
     insert into sextant.run_events (run_id, first_seq, last_seq, frames)
     select id, 1, 9, repeat('frame ', 300) from r`,
    [now, count],
  );
  await db.transaction(async (tx) => {
    const told = { at: now, action: 'proposed', actor: 'ada' } as const;
    const all = Array.from({ length: count }, (_, nth) => ({ ...told, facts: { nth } }));
    await audit(tx, all);
  });
}

async function counts(): Promise<Record<string, number>> {
  const tables = 'conversations messages runs run_events previews change_sets audit_log'.split(' ');
  const found: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await db.query<{ n: number }>(`select count(*) as n from sextant.${table}`);
    found[table] = row?.n ?? 0;
  }
  return found;
}

async function bytes(): Promise<number> {
  const [row] = await db.query<{ sum: number }>(
    `select sum(pg_total_relation_size(c.oid)) as sum from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'sextant' and c.relkind = 'r'`,
  );
  return row?.sum ?? 0;
}

test('half a day of life, hour by hour: what is old goes, nothing grows, and the audit log stays whole', async () => {
  const kept = settings(2 / 24);
  const sizes: number[] = [];
  for (let hour = 0; hour < 14; hour += 1) {
    now = new Date(START + hour * HOUR_MS);
    await live(12);
    await retain(kept);
    sizes.push(await bytes());
  }
  const { audit_log: entries, ...rest } = await counts();
  // What is exactly two hours old is not older than that yet.
  expect(new Set(Object.values(rest))).toEqual(new Set([36]));
  // The cuts are entries, too.
  expect(entries).toBe(39);
  // PostgreSQL gives room back when its own vacuum comes by.
  if (db.kind === 'embedded')
    expect(Math.max(...sizes.slice(7))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 7)));
  const log = new AuditLog(db);
  expect(await log.verify()).toMatchObject({ ok: true, entries: 39 });
  const listed = await log.list({ limit: 1000 });
  const entriesOf = listed.map(({ entry }) => JSON.parse(entry));
  const cut = entriesOf.findLast(({ action }) => action === 'cut');
  expect(listed[0]).toMatchObject({ seq: cut.up_to_seq + 1, prev_hash: cut.up_to_hash });
  await expect(db.query('delete from sextant.audit_log')).rejects.toThrow(/only be added to/);
});

test('what is kept for ever stays, and so does what runs or may have been sent', async () => {
  const before = await counts();
  now = new Date(now.getTime() + 1000 * 24 * HOUR_MS);
  await retain(settings(0));
  expect(await counts()).toEqual(before);
  await db.query(
    `update sextant.runs set state = 'running', ended_at = null where id in (select id from sextant.runs limit 1)`,
  );
  await db.query(
    `update sextant.previews set state = 'unknown' where id in (select id from sextant.previews limit 1)`,
  );
  await retain(settings(1));
  const one = { conversations: 1, messages: 1, runs: 1, previews: 1, change_sets: 1 };
  expect(await counts()).toMatchObject(one);
  expect(await new AuditLog(db).verify()).toMatchObject({ ok: true });
});

test('what cannot be deleted holds up nothing else, and is told of by its part', async () => {
  await live(203);
  now = new Date(now.getTime() + 2 * 24 * HOUR_MS);
  const first = 'select id from sextant.conversations order by updated_at, id limit 202';
  const rows = await db.query<{ id: string }>(first);
  const broken = new Set(rows.map(({ id }) => id));
  const cleanup: ConversationCleanup = async (_tx, _userId, id) => {
    if (broken.has(id)) throw new Error('its table is gone');
  };
  await db.query('alter table sextant.run_events rename to gone');
  const said: unknown[] = [];
  const warn = (facts: object) => void said.push(facts);
  await retain(settings(1), [cleanup], { ...silentLogger, warn });
  await db.query('alter table sextant.gone rename to run_events');
  expect(await counts()).toMatchObject({ conversations: 202, previews: 1, change_sets: 1 });
  expect(said).toMatchObject([{ part: 'run events' }, { part: 'conversations' }]);
});

test('the first pass is some minutes after the start', () => {
  const time = new HandTimer();
  const retention = new Retention({ timer: time.timer } as RetentionDeps);
  retention.onModuleInit();
  expect(time.set).toMatchObject([{ ms: HOUR_MS / 12 }]);
  retention.onApplicationShutdown();
  expect(time.set).toEqual([]);
});
