-- What an entry tells of a preview, as lines of canonical JSON that the server has signed: see receipts.ts.
alter table sextant.audit_log add column receipts text;
