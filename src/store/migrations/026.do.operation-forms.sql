-- Forms that were shown in place of an answer: what may be sent with each, by whom, and until when. They go with
-- their run, and so with the conversation.
create table sextant.operation_forms (
  id uuid primary key,
  run_id uuid not null references sextant.runs on delete cascade,
  user_id text not null,
  conversation_id uuid not null,
  context_type text not null,
  tools jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index operation_forms_by_user on sextant.operation_forms (user_id, created_at desc);
create index operation_forms_by_run on sextant.operation_forms (run_id);
