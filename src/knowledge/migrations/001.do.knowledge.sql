-- Documents, their blocks and what is searched (docs/knowledge.md). Every row names its owner; '*' owns
-- what all users may read.
create extension if not exists vector;

create table knowledge.documents (
  id uuid primary key,
  user_id text not null,
  kb_id text not null,
  title text not null,
  file_name text not null,
  kind text not null,
  language text,
  sha256 text not null,
  bytes integer not null,
  state text not null check (state in ('parsing', 'embedding', 'ready', 'failed')),
  failure jsonb,
  pages integer,
  block_count integer not null default 0,
  chunk_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, kb_id, sha256)
);
create index documents_unfinished on knowledge.documents (updated_at)
  where state in ('parsing', 'embedding');

create table knowledge.blocks (
  id uuid primary key,
  document_id uuid not null references knowledge.documents on delete cascade,
  user_id text not null,
  position integer not null,
  kind text not null,
  heading_path text[] not null,
  page integer,
  text text not null,
  unique (document_id, position)
);

-- The words of a chunk, each in the language of its document: A its headings, B the document's title,
-- C the parts of its compounds, D its text.
create table knowledge.chunks (
  id uuid primary key,
  document_id uuid not null references knowledge.documents on delete cascade,
  user_id text not null,
  kb_id text not null,
  position integer not null,
  config regconfig not null,
  title text not null,
  heading text not null,
  parts text not null,
  text text not null,
  page integer,
  block_ids uuid[] not null,
  words tsvector not null generated always as (
    setweight(to_tsvector(config, heading), 'A')
    || setweight(to_tsvector(config, title), 'B')
    || setweight(to_tsvector(config, parts), 'C')
    || setweight(to_tsvector(config, text), 'D')
  ) stored,
  unique (document_id, position)
);
create index chunks_words on knowledge.chunks using gin (words);
create index chunks_scope on knowledge.chunks (user_id, kb_id);

-- Its vector, and which embedder made it: vectors of different embedders cannot be compared.
create table knowledge.vectors (
  chunk_id uuid primary key references knowledge.chunks on delete cascade,
  embedder_id text not null,
  embedding vector not null
);
