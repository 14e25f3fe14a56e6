-- The model that an operator has connected on the page, once for every secret that keys are sealed with: servers that
-- share one have the same row. The key is sealed for its provider and address and can be opened for no other.
create table sextant.connected_model (
  sealed_with text primary key,
  provider text not null,
  address text not null,
  model text not null,
  small_model text,
  sealed_key text,
  connected_by text not null,
  connected_at timestamptz not null
);
