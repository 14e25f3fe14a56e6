-- A second pair of eyes: the role that has to approve a change before its owner can accept it, and who did.
alter table sextant.previews
  add column approver_role text,
  add column approved_by text,
  add column approved_at timestamptz;

create index previews_to_approve on sextant.previews (approver_role, created_at)
  where state = 'waiting' and approver_role is not null and approved_by is null;
