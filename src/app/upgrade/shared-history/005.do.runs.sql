-- Runs and their event logs (docs/runs.md). A run belongs to one server process, its owner, as long
-- as its lease holds; who writes to the log proves with instance_id and last_seq that it still is.
create table sextant.runs (
  id uuid primary key,
  user_id text not null,
  conversation_id uuid not null references sextant.conversations on delete cascade,
  context_type text not null,
  message text not null,
  state text not null default 'running'
    check (state in ('running', 'completed', 'failed', 'cancelled', 'interrupted')),
  last_seq integer not null default 0,
  idempotency_key text,
  request_hash text not null,
  process text not null,
  instance_id uuid not null,
  lease_until timestamptz not null,
  watched_until timestamptz,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index runs_by_key on sextant.runs (user_id, idempotency_key)
  where idempotency_key is not null;
create index runs_running on sextant.runs (instance_id) where state = 'running';
create index runs_by_conversation on sextant.runs (conversation_id);
create index runs_by_end on sextant.runs (ended_at);

-- One row per commit: the frames of several events as they went over the wire, one after the other.
create table sextant.run_events (
  run_id uuid not null references sextant.runs on delete cascade,
  first_seq integer not null,
  last_seq integer not null,
  frames text not null,
  primary key (run_id, first_seq)
);
