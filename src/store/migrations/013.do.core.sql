-- Conversations, runs with their logs and tool calls, and previews. Every row carries its owner's user id.
-- Numbers below 013 belong to the history that the core once shared with the plugins (docs/decisions/0048):
-- where it ran, these tables exist already, in exactly this form.
create extension if not exists vector;

create table if not exists sextant.conversations (
  id uuid primary key,
  user_id text not null,
  context_type text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The position of its newest message as far as counted here; 0: not yet. Counting on the conversation's
  -- locked row lets one statement add messages while others do.
  last_position integer not null default 0
);
create index if not exists conversations_by_user on sextant.conversations (user_id, updated_at desc);

create table if not exists sextant.messages (
  conversation_id uuid not null references sextant.conversations on delete cascade,
  position integer not null,
  message jsonb not null,
  created_at timestamptz not null default now(),
  run_id uuid,
  primary key (conversation_id, position)
);

-- A preview binds: the exact text that accepting sends, its hash, what it was made on, how long it
-- can be decided, and what became of it. The text is the truth; `payload` (jsonb) is for queries.
create table if not exists sextant.previews (
  id uuid primary key,
  user_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  tool_use_id text not null,
  kind text not null,
  description text not null,
  payload jsonb not null,
  target_id text,
  state text not null default 'waiting',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  outcome jsonb,
  payload_text text not null,
  payload_sha256 text not null,
  base_version integer,
  expires_at timestamptz not null,
  edited_text text,
  edited_sha256 text,
  attempt text,
  applying_since timestamptz,
  diff jsonb,
  constraint previews_state check
    (state in ('waiting', 'applying', 'accepted', 'rejected', 'failed', 'stale', 'unknown'))
);
create index if not exists previews_by_user on sextant.previews (user_id, created_at desc);
create index if not exists previews_by_conversation
  on sextant.previews (user_id, conversation_id, created_at);

-- Runs and their event logs (docs/runs.md). A run belongs to one server process, its owner, as long
-- as its lease holds; who writes to the log proves with instance_id and last_seq that it still is.
-- A run without owner, lease and conversation may wait for days, and any server does its next step.
create table if not exists sextant.runs (
  id uuid primary key,
  user_id text not null,
  conversation_id uuid references sextant.conversations on delete cascade,
  context_type text not null,
  message text not null,
  state text not null default 'running'
    check (state in ('running', 'completed', 'failed', 'cancelled', 'interrupted')),
  last_seq integer not null default 0,
  idempotency_key text,
  request_hash text not null,
  process text,
  instance_id uuid,
  lease_until timestamptz,
  watched_until timestamptz,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index if not exists runs_by_key on sextant.runs (user_id, idempotency_key)
  where idempotency_key is not null;
create index if not exists runs_by_conversation on sextant.runs (conversation_id);
create index if not exists runs_by_end on sextant.runs (ended_at);
-- What has not ended, for those who look after it. Its predicate is not the one of the statements that
-- write one run: a planner without statistics takes the running runs for one, and would read them all.
create index if not exists runs_unended on sextant.runs (instance_id) where ended_at is null;

-- One row per commit: the frames of several events as they went over the wire, one after the other.
create table if not exists sextant.run_events (
  run_id uuid not null references sextant.runs on delete cascade,
  first_seq integer not null,
  last_seq integer not null,
  frames text not null,
  primary key (run_id, first_seq)
);

-- What became of every tool call of a run (docs/runs.md). 'unknown': it had begun, and how it ended
-- cannot be told.
create table if not exists sextant.tool_calls (
  run_id uuid not null references sextant.runs on delete cascade,
  tool_use_id text not null,
  user_id text not null,
  name text not null,
  effect text not null,
  state text not null check (state in ('planned', 'started', 'succeeded', 'failed', 'unknown')),
  position bigint generated always as identity,
  updated_at timestamptz not null default now(),
  primary key (run_id, tool_use_id)
);
