-- What retention deletes next, what waits for its user and what one person did are found without reading what else is kept.
create index conversations_by_use on sextant.conversations (updated_at);
create index previews_by_end on sextant.previews (coalesce(decided_at, expires_at));
create index previews_waiting on sextant.previews (user_id, created_at desc) where state = 'waiting';
create index audit_log_of_actor on sextant.audit_log (actor, seq);
