-- Conversations, their messages, drafts and previews. Every row carries its owner's user id.
create extension if not exists vector;

create table sextant.conversations (
  id uuid primary key,
  user_id text not null,
  context_type text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index conversations_by_user on sextant.conversations (user_id, updated_at desc);

create table sextant.messages (
  conversation_id uuid not null references sextant.conversations on delete cascade,
  position integer not null,
  message jsonb not null,
  created_at timestamptz not null default now(),
  primary key (conversation_id, position)
);

create table sextant.drafts (
  id uuid primary key,
  user_id text not null,
  name text not null,
  description text not null,
  entity text not null,
  trigger_type text not null,
  trigger_conditions jsonb not null,
  actions jsonb not null,
  workflow_id uuid,
  version integer not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index drafts_by_user on sextant.drafts (user_id, updated_at desc);

create table sextant.previews (
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
  created_at timestamptz not null default now()
);
create index previews_by_user on sextant.previews (user_id, created_at desc);
