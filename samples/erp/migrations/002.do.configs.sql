-- Table configs, pages and forms: data that the page in front shows. Checked by the platform before it is stored.
create table platform.table_configs (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  description text,
  config jsonb not null,
  version integer not null default 1,
  is_system boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index table_configs_by_name on platform.table_configs (lower(name));

create table platform.forms (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  description text,
  entity text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index forms_by_name on platform.forms (lower(name));

create table platform.form_fields (
  id uuid primary key,
  form_id uuid not null references platform.forms on delete cascade,
  name text not null,
  label text not null,
  field_type text not null,
  order_index integer not null,
  required boolean not null default false,
  config jsonb not null default '{}',
  updated_at timestamptz not null default now()
);
create unique index form_fields_by_name on platform.form_fields (form_id, lower(name));

create table platform.page_configs (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  title text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index page_configs_by_name on platform.page_configs (lower(name));

create table platform.page_content (
  id uuid primary key,
  page_config_id uuid not null references platform.page_configs on delete cascade,
  content_type text not null,
  label text not null,
  order_index integer not null,
  table_config_id uuid references platform.table_configs,
  form_id uuid references platform.forms,
  layout jsonb not null default '{}',
  parent_id uuid references platform.page_content on delete cascade,
  updated_at timestamptz not null default now()
);
create index page_content_by_page on platform.page_content (page_config_id, order_index);
create index page_content_by_table on platform.page_content (table_config_id);
create index page_content_by_form on platform.page_content (form_id);
