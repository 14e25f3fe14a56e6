-- What has not ended, for those who look after it. Its predicate is not the one of the statements that
-- write one run: a planner without statistics takes the running runs for one, and would read them all.
drop index sextant.runs_running;
create index runs_unended on sextant.runs (instance_id) where ended_at is null;

-- The position of a conversation's newest message as far as counted here; 0: not yet. Counting on the
-- conversation's locked row lets one statement add messages while others do.
alter table sextant.conversations add column last_position integer not null default 0;
