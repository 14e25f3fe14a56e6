-- Anybody who may connect to the database may listen to a channel and notify it, but only who may read the schema learns
-- the name of this one. A sequence: unlike a row it stays out of backups, so that each database has its own.
create sequence sextant.run_channel;
select setval('sextant.run_channel', ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 17))::bit(64)::bigint & 9223372036854775806 | 1);
