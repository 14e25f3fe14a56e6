-- What a change of any backend was shown with (details), what applying and undoing it need (facts), the
-- text that was sent where it is not the one shown, and what the backend answered.
alter table sextant.previews
  add column details jsonb,
  add column facts jsonb,
  add column sent_text text,
  add column sent_sha256 text,
  add column answer jsonb,
  add column change_set_id uuid,
  add column position integer;

-- The changes of one run, in order; or those that undo another set. chosen: the ids of the previews that
-- were accepted together, so that applying can go on after a crash.
create table sextant.change_sets (
  id uuid primary key,
  user_id text not null,
  run_id uuid not null,
  conversation_id uuid not null,
  undo_of uuid references sextant.change_sets,
  chosen jsonb,
  created_at timestamptz not null
);
create unique index change_sets_of_run on sextant.change_sets (user_id, run_id)
  where undo_of is null;
create index change_sets_of_undo on sextant.change_sets (undo_of) where undo_of is not null;
create unique index previews_of_set on sextant.previews (change_set_id, position)
  where change_set_id is not null;
