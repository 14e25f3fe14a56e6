-- A research is a run that belongs to no server: it may wait for its user for days, and any server
-- does its next step. Its events are in the run log, which is why such a run has no owner and no lease,
-- and no conversation.
alter table sextant.runs alter column conversation_id drop not null;
alter table sextant.runs alter column process drop not null;
alter table sextant.runs alter column instance_id drop not null;
alter table sextant.runs alter column lease_until drop not null;

-- Deep researches (docs/research.md). `state` is one versioned object; `version` grows by one with every
-- change of it, so that who changes it proves to have seen the newest.
create table sextant.research (
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
create index research_by_user on sextant.research (user_id, created_at desc);

-- What is to be done next, one row per step or task: who does it holds its lease. `attempts` counts how
-- often it was begun, so that what brings servers down is not begun for ever.
create table sextant.research_work (
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
create index research_work_open on sextant.research_work (worker, lease_until) where state = 'open';
