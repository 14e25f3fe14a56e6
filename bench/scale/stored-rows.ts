import type { Database } from '../../src/store/database.js';

const PORTION = 50_000;
/** Whose rows they are, all of them: nobody is spared what others have stored. */
export const OWNER = 'anonymous';

/** When the `nth` of the stored runs ended. */
export function keptAt(nth: number): Date {
  return new Date(Date.UTC(2020, 0, 1) + nth * 60_000);
}

/**
 * Stores the runs `from` to `to`, a minute apart: each ended, in a conversation of its own
 * with two messages, events, a decided change, and its entry in the audit log.
 */
export async function storeRuns(db: Database, from: number, to: number): Promise<void> {
  await db.query(
    'alter table sextant.audit_log disable trigger chain_audit_entry, disable trigger keep_audit_log',
  );
  for (let first = from; first <= to; first += PORTION)
    await db.query(STORE, [first, Math.min(to, first + PORTION - 1), OWNER]);
  await db.query('alter table sextant.audit_log enable trigger all');
  await db.query('update sextant.audit_head set seq = $1', [to]);
  await db.query('vacuum analyze');
}

const STORE = `with numbered as materialized (
    select nth, gen_random_uuid() as id, gen_random_uuid() as run, gen_random_uuid() as set,
      gen_random_uuid() as preview, timestamptz '2020-01-01' + nth * interval '1 minute' as at
    from generate_series($1::int, $2::int) as nth
  ), conversation as (
    insert into sextant.conversations (id, user_id, context_type, created_at, updated_at, last_position)
    select id, $3, 'tables', at, at, 2 from numbered
  ), said as (
    insert into sextant.messages (conversation_id, position, message, run_id, created_at)
    select id, position, '{"role": "user", "content": "hello"}', run, at
    from numbered, generate_series(1, 2) as position
  ), ran as (
    insert into sextant.runs (id, user_id, conversation_id, context_type, message, state, last_seq,
      request_hash, created_at, ended_at)
    select run, $3, id, 'tables', 'hello', 'completed', 20, '', at, at from numbered
  ), told as (
    insert into sextant.run_events (run_id, first_seq, last_seq, frames)
    select run, 1, 20, repeat('x', 900) from numbered
  ), set as (
    insert into sextant.change_sets (id, user_id, run_id, conversation_id, created_at)
    select set, $3, run, id, at from numbered
  ), proposed as (
    insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind, description, payload,
      payload_text, payload_sha256, state, created_at, decided_at, expires_at, change_set_id, position)
    select preview, $3, run, id, 'a', 'http_request', '', '{}', '{}', '', 'accepted', at, at, at, set, 1 from numbered
  )
  insert into sextant.audit_log (seq, entry, prev_hash, hash)
  select nth, jsonb_build_object('at', at, 'actor', $3::text, 'preview_id', preview), '', '' from numbered`;
