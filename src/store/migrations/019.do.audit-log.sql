-- What was proposed, approved, accepted, sent and answered: added to only, each entry chained to the one
-- before by its hash. The database numbers and chains; the server gives the text of an entry alone.
create table sextant.audit_log (
  seq bigint primary key,
  entry text not null,
  prev_hash text not null,
  hash text not null,
  preview_id text generated always as (entry::jsonb ->> 'preview_id') stored,
  actor text generated always as (entry::jsonb ->> 'actor') stored
);
create index audit_log_of_preview on sextant.audit_log (preview_id, seq);

-- The last entry. Its row stays locked until the transaction ends, so that two at once become two entries.
create table sextant.audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash text not null
);
insert into sextant.audit_head (seq, hash) values (0, repeat('0', 64));

create function sextant.chain_audit_entry() returns trigger language plpgsql as $$
declare
  head sextant.audit_head%rowtype;
begin
  select * into strict head from sextant.audit_head for update;
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.hash := encode(sha256(convert_to(head.hash || E'\n' || new.seq || E'\n' || new.entry, 'UTF8')), 'hex');
  update sextant.audit_head set seq = new.seq, hash = new.hash;
  return new;
end
$$;

create function sextant.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log can only be added to.';
end
$$;

create trigger chain_audit_entry before insert on sextant.audit_log
  for each row execute function sextant.chain_audit_entry();
create trigger keep_audit_log before update or delete on sextant.audit_log
  for each row execute function sextant.refuse_audit_change();
create trigger keep_all_audit_log before truncate on sextant.audit_log
  for each statement execute function sextant.refuse_audit_change();
create trigger keep_audit_head before delete or truncate on sextant.audit_head
  for each statement execute function sextant.refuse_audit_change();
