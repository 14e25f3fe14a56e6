-- Which source of tools a preview's change goes to, and the newer preview that took its place.
alter table sextant.previews
  add column source text,
  add column superseded_by uuid,
  drop constraint previews_state,
  add constraint previews_state check
    (state in ('waiting', 'applying', 'accepted', 'rejected', 'failed', 'stale', 'unknown',
               'superseded'));
