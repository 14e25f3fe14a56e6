-- What the user decides about a preview, and ids of other backends that are not UUIDs.
alter table sextant.previews
  add column decided_at timestamptz,
  add column outcome jsonb,
  add constraint previews_state
    check (state in ('waiting', 'applying', 'accepted', 'rejected', 'failed'));

alter table sextant.drafts alter column workflow_id type text;
create index drafts_by_expiry on sextant.drafts (expires_at);
