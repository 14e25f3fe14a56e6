-- The knowledge graph (docs/explorer.md): documents of a collection, their nodes, and what is between them.
create extension if not exists vector;

create table graph.documents (
  id integer primary key generated always as identity,
  -- The folder it was built from, and its path in it.
  collection text not null,
  path text not null,
  title text not null,
  -- What stands before its sections' numbers: "StrlSchG". Empty where the numbers say enough.
  abbreviation text not null,
  -- Of the file and of how it is read: when it is the same, the document is left as it is.
  sha256 text not null,
  unique (collection, path)
);

-- The words of a node, each in the language of its document: A its number and title, B its headings,
-- C the parts of its compounds, D its text.
create table graph.nodes (
  id integer primary key generated always as identity,
  document_id integer not null references graph.documents on delete cascade,
  -- Names the node within its document at every build, so that its id stays.
  key text not null,
  parent_key text,
  position integer not null,
  node_type text not null check (node_type in ('title', 'part', 'section')),
  source_id text not null,
  title text not null,
  heading text not null,
  source_text text not null,
  parts text not null,
  config regconfig not null,
  words tsvector not null generated always as (
    setweight(to_tsvector(config, source_id || ' ' || title), 'A')
    || setweight(to_tsvector(config, heading), 'B')
    || setweight(to_tsvector(config, parts), 'C')
    || setweight(to_tsvector(config, left(source_text, 200000)), 'D')
  ) stored,
  unique (document_id, key)
);
create index nodes_words on graph.nodes using gin (words);
-- How a person may write a number: without the sign, blanks and case.
create index nodes_source_id on graph.nodes (lower(regexp_replace(source_id, '[§\s]', '', 'g')));

create table graph.edges (
  id integer primary key generated always as identity,
  relation text not null check (relation in ('contains', 'cites', 'amends', 'similar')),
  from_id integer not null references graph.nodes on delete cascade,
  to_id integer not null references graph.nodes on delete cascade,
  detail text,
  unique (relation, from_id, to_id)
);
create index edges_from on graph.edges (from_id);
create index edges_to on graph.edges (to_id);

-- References that lead to no node: to an act that is not in the graph, or to a number its act has not.
create table graph.unresolved (
  node_id integer not null references graph.nodes on delete cascade,
  raw text not null,
  reason text not null check (reason in ('other_act', 'no_such_number', 'ambiguous'))
);
create index unresolved_node on graph.unresolved (node_id);

-- The vector of a section, which embedder made it, and of which text.
create table graph.vectors (
  node_id integer primary key references graph.nodes on delete cascade,
  embedder_id text not null,
  text_hash text not null,
  embedding vector not null
);
