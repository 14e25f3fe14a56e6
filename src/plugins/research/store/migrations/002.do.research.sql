-- Deep researches (docs/research.md). A research is a run of the core's log that belongs to no server.
-- `state` is one versioned object; `version` grows by one with every change of it, so that who changes it
-- proves to have seen the newest. Where the history that the plugins once shared with the core ran
-- (docs/decisions/0048), the tables exist already, in exactly this form.
create table if not exists sextant.research (
  id uuid primary key references sextant.runs on delete cascade,
  user_id text not null,
  query text not null,
  kb text not null,
  stage text not null,
  version integer not null default 1,
  state jsonb not null,
  checkpoint jsonb,
  failure jsonb,
  steps integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
create index if not exists research_by_user on sextant.research (user_id, created_at desc);

-- What is to be done next, one row per step or task: who does it holds its lease. `attempts` counts how
-- often it was begun, so that what brings servers down is not begun for ever.
create table if not exists sextant.research_work (
  research_id uuid not null references sextant.research on delete cascade,
  key text not null,
  user_id text not null,
  stage text not null,
  task_id integer,
  state text not null default 'open' check (state in ('open', 'done')),
  worker uuid,
  lease_until timestamptz,
  attempts integer not null default 0,
  begun_at timestamptz,
  result jsonb,
  primary key (research_id, key)
);
create index if not exists research_work_open on sextant.research_work (worker, lease_until)
  where state = 'open';
