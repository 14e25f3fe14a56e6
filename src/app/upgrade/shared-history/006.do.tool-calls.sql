-- What became of every tool call of a run (docs/runs.md). 'unknown': it had begun, and how it ended
-- cannot be told.
create table sextant.tool_calls (
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
