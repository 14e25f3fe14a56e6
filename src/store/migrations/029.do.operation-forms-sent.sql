-- When a form was sent last: a page that shows it again says so.
alter table sextant.operation_forms add column sent_at timestamptz;
