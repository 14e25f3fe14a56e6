-- Sources that an operator has added while the server runs, each with the agent for it; beside those of the config file.
create table sextant.added_sources (
  id text primary key,
  source jsonb not null,
  agent jsonb,
  -- The OpenAPI document, where it was sent and not named by its URL.
  document text,
  added_by text not null,
  added_at timestamptz not null
);
