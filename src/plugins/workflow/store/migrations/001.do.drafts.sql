-- Rules in the making; they expire some time after their last change. Where the history that the plugins
-- once shared with the core ran (docs/decisions/0048), the table exists already, in exactly this form.
create table if not exists sextant.drafts (
  id uuid primary key,
  user_id text not null,
  name text not null,
  description text not null,
  entity text not null,
  trigger_type text not null,
  trigger_conditions jsonb not null,
  actions jsonb not null,
  -- The rule it changes. Ids of other backends need not be UUIDs.
  workflow_id text,
  version integer not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index if not exists drafts_by_user on sextant.drafts (user_id, updated_at desc);
create index if not exists drafts_by_expiry on sextant.drafts (expires_at);
