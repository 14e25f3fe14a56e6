-- Table configs changed by chat and not yet accepted: one per user, conversation and config
-- ('new' for a table without an id), expiring like drafts. Where the history that the plugins once
-- shared with the core ran (docs/decisions/0048), the table exists already, in exactly this form.
create table if not exists sextant.working_copies (
  user_id text not null,
  conversation_id text not null,
  config_id text not null,
  config jsonb not null,
  changes jsonb not null,
  base_version integer,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, conversation_id, config_id)
);
create index if not exists working_copies_by_expiry on sextant.working_copies (expires_at);
