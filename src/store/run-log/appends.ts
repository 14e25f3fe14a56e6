import { ADD_MESSAGES } from '../conversations.store.js';

/** The fields of a stored run. */
export const RUN =
  'id, user_id as "userId", conversation_id as "conversationId", context_type as "contextType", state,' +
  ' last_seq as "lastSeq", request_hash as "requestHash", cancel_requested as "cancelRequested",' +
  ' created_at as "createdAt", ended_at as "endedAt"';

/** Stores runs, each with its first event, and the conversations that they open; no row, and neither, for one whose user has its key in use. */
export const CREATE = `with given as (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
      $11::boolean[], $12::uuid[], $13::text[]) as begun(id, user_id, conversation_id, context_type, message,
      idempotency_key, request_hash, opens_conversation, follows, opening)
  ), run as (
    insert into sextant.runs (id, user_id, conversation_id, context_type, message,
      idempotency_key, request_hash, process, instance_id, lease_until, follows, last_seq)
    select id, user_id, conversation_id, context_type, message, idempotency_key, request_hash,
      $8, $9::uuid, now() + $10 * interval '1 ms', follows, (opening is not null)::integer from given
    on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
    returning id
  ), conversation as (
    insert into sextant.conversations (id, user_id, context_type)
    select conversation_id, user_id, context_type from given
    where opens_conversation and id in (select id from run)
  ), event as (
    insert into sextant.run_events (run_id, first_seq, last_seq, frames)
    select id, 1, 1, opening from given where opening is not null and id in (select id from run)
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

/** The next batches of runs, whose leases they renew; a row in `run` for each that was written. */
export const APPEND = moved({
  columns: '',
  arrays: '',
  set: ", lease_until = now() + $7 * interval '1 ms'",
});

/** The last batches of runs, each of another conversation, and what those gained: all are stored or none. */
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

/** The batches of runs after an event each, as many as fit a page, each with where its run stands. */
export const PAGES_AFTER = `select nth, runs.state, runs.last_seq as "lastSeq", found.first_seq as first,
    found.last_seq as last, found.frames as text
  from unnest($1::uuid[], $2::integer[]) with ordinality as wanted(run_id, after, nth)
  join sextant.runs on runs.id = wanted.run_id left join lateral (
    select * from (
      select first_seq, last_seq, frames, sum(octet_length(frames)) over (
        order by first_seq rows between unbounded preceding and 1 preceding) as before
      from (
        select first_seq, last_seq, frames from sextant.run_events
        where run_id = wanted.run_id and last_seq > after and first_seq >= coalesce((
          select first_seq from sextant.run_events
          where run_id = wanted.run_id and first_seq <= after order by first_seq desc limit 1), 0)
        order by first_seq limit $3
      ) as next
    ) as sized where coalesce(before, 0) < $4
  ) as found on true
  order by nth, found.first_seq`;

/** Calls of a dead server: what had started and was no read may have taken effect. */
export const CUT_OFF = `update sextant.tool_calls
  set updated_at = now(),
    state = case when state = 'started' and effect <> 'read' then 'unknown' else 'failed' end
  where run_id = $1 and state in ('planned', 'started')
  returning tool_use_id as id, name, effect, state`;

/** Runs that have not ended and whose server may be gone; `$1` is the one process that is not, where it is known. */
export const DEAD = `ended_at is null and (lease_until < now() or process <> $1)`;
