-- What a proposal was made from: a newer one from the same replaces those that still wait.
alter table sextant.previews add column subject text;

create index previews_of_subject on sextant.previews (user_id, kind, subject)
  where state = 'waiting' and subject is not null;
