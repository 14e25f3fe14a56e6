-- What its user says of a run's answer; it goes with the run, and so with the conversation.
create table sextant.run_feedback (
  run_id uuid primary key references sextant.runs on delete cascade,
  user_id text not null,
  -- Null where it was taken back: what was learned from the run is learned again without it.
  rating text check (rating in ('up', 'down')),
  rated_at timestamptz not null
);
create index run_feedback_by_time on sextant.run_feedback (rated_at);
