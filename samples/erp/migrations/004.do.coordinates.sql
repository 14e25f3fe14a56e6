-- Where the warehouses stand.
alter table inventory.warehouses
  add column latitude numeric(8, 5) check (latitude between -90 and 90),
  add column longitude numeric(8, 5) check (longitude between -180 and 180);
comment on column inventory.warehouses.latitude is 'Degrees north of the equator (WGS 84)';
comment on column inventory.warehouses.longitude is 'Degrees east of Greenwich (WGS 84)';
