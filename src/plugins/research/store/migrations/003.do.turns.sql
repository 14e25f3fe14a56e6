-- The rows of what is to be done are the queue itself: work is taken by its turn, once its time has come
-- (docs/decisions/0038). The tables of pg-boss (001) hold nothing any more.
alter table sextant.research_work
  add column turn integer not null default 0,
  add column start_after timestamptz not null default now();
