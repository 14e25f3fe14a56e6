-- Words that a user's searches of a knowledge base take for each other: one list for each.
create table knowledge.synonyms (
  user_id text not null,
  kb_id text not null,
  groups jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, kb_id)
);
