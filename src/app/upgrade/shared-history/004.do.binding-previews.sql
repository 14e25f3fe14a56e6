-- A preview binds: the exact text that accepting sends, its hash, what it was made on, how long it
-- can be decided, and what became of it. The text is the truth; `payload` (jsonb) is for queries.
alter table sextant.previews
  add column payload_text text,
  add column payload_sha256 text,
  add column base_version integer,
  add column expires_at timestamptz,
  add column edited_text text,
  add column edited_sha256 text,
  add column attempt text,
  add column applying_since timestamptz;

-- Of previews from before, the text as shown is not known: they can be read, no longer accepted.
update sextant.previews set
  payload_text = payload::text,
  payload_sha256 = encode(sha256(convert_to(payload::text, 'UTF8')), 'hex'),
  expires_at = created_at;

alter table sextant.previews
  alter column payload_text set not null,
  alter column payload_sha256 set not null,
  alter column expires_at set not null,
  drop constraint previews_state,
  add constraint previews_state check
    (state in ('waiting', 'applying', 'accepted', 'rejected', 'failed', 'stale', 'unknown'));
create index previews_by_conversation on sextant.previews (user_id, conversation_id, created_at);
