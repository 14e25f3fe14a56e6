-- Messages that tools did the work for, or did not (docs/selection.md): no text, but its vector and hashed words.
create table sextant.learned_examples (
  id bigint generated always as identity primary key,
  user_id text not null,
  -- What was learned from a conversation goes with it.
  run_id uuid not null references sextant.runs on delete cascade,
  tool text not null,
  is_good boolean not null,
  words jsonb not null,
  -- The embedder that made the vector: 32-bit floats in base64.
  embedder text,
  vector text,
  learned_at timestamptz not null,
  unique (run_id, tool, is_good)
);
create index learned_examples_by_user on sextant.learned_examples (user_id);

-- Up to when was learned; without a row nothing is. One server at a time moves it on.
create table sextant.learned_until (
  one boolean primary key default true check (one),
  until timestamptz not null
);
create index previews_by_decision on sextant.previews (decided_at);
