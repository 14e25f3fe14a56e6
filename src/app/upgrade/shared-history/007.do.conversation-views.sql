-- What a page needs to draw a conversation again when the events of its runs are no longer stored:
-- which run a message came from, and what a preview changed, as it was shown.
alter table sextant.messages add column run_id uuid;
alter table sextant.previews add column diff jsonb;
