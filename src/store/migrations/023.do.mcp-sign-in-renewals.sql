-- One server at a time renews a sign-in: a refresh token may be good for one use only.
alter table sextant.mcp_sign_ins add column renewing_until timestamptz;
-- Rights that a call was refused for; the next sign-in asks for them.
alter table sextant.mcp_sign_ins add column wanted_scope text;
