-- What was found outside the knowledge base, and the keywords by which later questions find it again.
create table knowledge.outside_results (
  id uuid primary key,
  user_id text not null,
  query text not null,
  answer text not null,
  pages jsonb not null,
  created_at timestamptz not null default now()
);
create index outside_results_user on knowledge.outside_results (user_id, created_at);

-- A keyword stands once for each user, however it was written; `stems` are what questions are compared with.
create table knowledge.keywords (
  id uuid primary key,
  user_id text not null,
  word text not null,
  stems text[] not null,
  created_at timestamptz not null default now(),
  unique (user_id, word)
);
create index keywords_stems on knowledge.keywords using gin (stems);

-- Every question and result that a keyword was given for.
create table knowledge.keyword_links (
  keyword_id uuid not null references knowledge.keywords on delete cascade,
  result_id uuid not null references knowledge.outside_results on delete cascade,
  question text not null,
  created_at timestamptz not null default now(),
  primary key (keyword_id, result_id, question)
);
