-- By which rule the stems of a keyword were made; those of an older one are made again when they are next looked for.
alter table knowledge.keywords add column stems_version integer not null default 1;
