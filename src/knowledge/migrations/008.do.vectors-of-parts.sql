-- A chunk is longer than embedders read at once, so each part of its text has a vector. All are made anew in the background.
delete from knowledge.vectors;
alter table knowledge.vectors drop constraint vectors_pkey, add column part integer not null, add primary key (chunk_id, part);
