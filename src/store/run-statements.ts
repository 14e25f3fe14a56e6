import { ADD_MESSAGES } from './conversations.store.js';

/** Stores runs, and the conversations that they open; no row, and neither, for one whose user has its key in use. */
export const CREATE = `with given as (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
      $11::boolean[], $12::uuid[]) as begun(id, user_id, conversation_id, context_type, message, idempotency_key,
      request_hash, opens_conversation, follows)
  ), run as (
    insert into sextant.runs (id, user_id, conversation_id, context_type, message,
      idempotency_key, request_hash, process, instance_id, lease_until, follows)
    select id, user_id, conversation_id, context_type, message, idempotency_key, request_hash,
      $8, $9::uuid, now() + $10 * interval '1 ms', follows from given
    on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
    returning id
  ), conversation as (
    insert into sextant.conversations (id, user_id, context_type)
    select conversation_id, user_id, context_type from given
    where opens_conversation and id in (select id from run)
  )
  select id from run`;

/**
 * Moves runs on by a batch each, those that are the owner's and whose batch is the next one, with the states of their
 * calls. The statements have names, so that the embedded database plans them once, perhaps while its tables are
 * empty: a condition that always holds makes the planner expect one row, and find that by its key.
 */
const moved = (more: { columns: string; arrays: string; set: string }): string => `with given as (
    select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[], $6::jsonb[] ${more.arrays})
      as batch(run_id, first_seq, to_seq, frames, calls ${more.columns})
    where first_seq % 1 = 0
  ), run as (
    update sextant.runs set last_seq = given.to_seq ${more.set}
    from given where runs.id = given.run_id and runs.state = 'running' and instance_id = $5
      and last_seq = given.first_seq - 1
    returning runs.id, user_id, conversation_id, first_seq, to_seq, frames, calls ${more.columns}
  ), added as (
    insert into sextant.run_events (run_id, first_seq, last_seq, frames)
    select id, first_seq, to_seq, frames from run where to_seq >= first_seq
  ), called as (
    insert into sextant.tool_calls (run_id, tool_use_id, user_id, name, effect, state)
    select run.id, call->>'id', run.user_id, call->>'name', call->>'effect', call->>'state'
    from run, jsonb_array_elements(run.calls) with ordinality as noted(call, nth)
    order by run.id, nth
    on conflict (run_id, tool_use_id) do update set state = excluded.state, updated_at = now()
  )`;

/** The next batches of runs; a row in `run` for each that was written. */
export const APPEND = moved({ columns: '', arrays: '', set: '' });

/**
 * The last batches of runs, each of another conversation, and what those gained: all are stored or none. A row in
 * `run` for each.
 */
export const END = `${moved({
  columns: ', ended_as, messages',
  arrays: ', $7::text[], $8::jsonb[]',
  set: ', state = ended_as, ended_at = now()',
})}, ${ADD_MESSAGES}`;

/**
 * Deletes the events of the next runs that ended before `$1`, after the one with the end `$2` and the id `$3`; answers
 * the last of them, its end as text, which keeps its microseconds. Deleting without a limit takes longer than a
 * statement may, once there is enough to delete, and then never succeeds.
 */
export const DELETE_EVENTS = `with old as (
    select id, ended_at from sextant.runs
    where ended_at < $1 and (ended_at, id) > ($2::timestamptz, $3::uuid)
    order by ended_at, id limit 500
  ), deleted as (
    delete from sextant.run_events using old where run_id = old.id
  )
  select ended_at::text, id from old order by old.ended_at desc, id desc limit 1`;
