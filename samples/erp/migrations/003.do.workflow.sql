-- Workflow rules with their graphs, the alerts they raised, and templates of actions.
create table platform.rules (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  description text not null,
  is_active boolean not null,
  entity text not null,
  trigger_type text not null,
  trigger_conditions jsonb not null,
  version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index rules_by_name on platform.rules (lower(name));
create index rules_by_entity on platform.rules (entity);
comment on table platform.rules is 'Workflow rules: when something happens to a table, walk a graph of actions';

create table platform.rule_actions (
  id uuid primary key,
  rule_id uuid not null references platform.rules on delete cascade,
  position integer not null,
  name text not null check (length(name) between 1 and 255),
  action_type text not null,
  description text,
  is_active boolean not null,
  config jsonb not null
);
create index rule_actions_by_rule on platform.rule_actions (rule_id, position);
comment on table platform.rule_actions is 'The nodes of a rule';

create table platform.rule_edges (
  id uuid primary key,
  rule_id uuid not null references platform.rules on delete cascade,
  position integer not null,
  source_action_id uuid references platform.rule_actions on delete cascade,
  source_output text,
  target_action_id uuid not null references platform.rule_actions on delete cascade,
  edge_type text not null check (edge_type in ('start', 'sequence', 'always')),
  edge_order integer not null,
  check ((edge_type = 'start') = (source_action_id is null))
);
create index rule_edges_by_rule on platform.rule_edges (rule_id, position);
create index rule_edges_by_source on platform.rule_edges (source_action_id);
create index rule_edges_by_target on platform.rule_edges (target_action_id);
comment on table platform.rule_edges is 'The ways between the nodes of a rule';

create table platform.alerts (
  id uuid primary key,
  rule_id uuid references platform.rules on delete set null,
  rule_name text not null,
  alert_type text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  status text not null check (status in ('active', 'acknowledged', 'dismissed', 'resolved')),
  title text not null,
  message text not null,
  context jsonb not null,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  updated_at timestamptz not null default now()
);
create index alerts_by_rule on platform.alerts (rule_id, created_at desc);
create index alerts_by_time on platform.alerts (created_at desc);
comment on column platform.alerts.rule_id is 'Empty when the rule was deleted; its name stays';

create table platform.alert_recipients (
  alert_id uuid not null references platform.alerts on delete cascade,
  kind text not null check (kind in ('user', 'role')),
  recipient_id uuid not null,
  primary key (alert_id, kind, recipient_id)
);
create index alert_recipients_by_recipient on platform.alert_recipients (recipient_id);

create table platform.action_templates (
  id uuid primary key,
  name text not null unique,
  description text not null,
  action_type text not null,
  config jsonb not null,
  tags text[] not null
);

-- Every table of the business schemas can be watched. The id belongs to the name, so it is the same everywhere.
create view platform.entities as
select md5('entity:' || n.nspname || '.' || c.relname)::uuid as id,
       n.nspname || '.' || c.relname as name,
       n.nspname::text as schema,
       c.relname::text as "table"
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p')
   and n.nspname in ('core', 'hr', 'inventory', 'procurement', 'sales');
