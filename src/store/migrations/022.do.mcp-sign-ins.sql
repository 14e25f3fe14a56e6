-- Sign-ins of users at MCP servers. What is sealed is encrypted for its own row with a key that is not in the database.
create table sextant.mcp_sign_ins (
  source text not null,
  user_id text not null,
  -- Which server it was made at: another address of the same source gets none of it.
  server text not null,
  sealed text not null,
  is_operator boolean not null,
  signed_in_at timestamptz not null,
  primary key (source, user_id)
);

-- Where this server is registered as a client, once for all users.
create table sextant.mcp_clients (
  source text not null,
  redirect_url text not null,
  server text not null,
  sealed text not null,
  primary key (source, redirect_url)
);

-- Sign-ins that a user has begun.
create table sextant.mcp_sign_in_starts (
  state_sha256 text primary key,
  source text not null,
  user_id text not null,
  server text not null,
  sealed text not null,
  expires_at timestamptz not null
);
create index mcp_sign_in_starts_expiry on sextant.mcp_sign_in_starts (expires_at);
