-- The files as they were uploaded: what a change sends to a backend is the file, not what was read of it.
create table knowledge.originals (
  document_id uuid primary key references knowledge.documents on delete cascade,
  content bytea not null
);
-- Compressed formats do not become smaller.
alter table knowledge.originals alter column content set storage external;
