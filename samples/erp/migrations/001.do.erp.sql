-- The sample ERP: what rules watch and tables show. Comments feed introspection, so they are written for readers of it.
create table platform.seeds (
  name text primary key,
  seeded_at timestamptz not null default now()
);
comment on table platform.seeds is 'Which parts of the sample data this database already has';

create schema core;
create schema hr;
create schema inventory;
create schema procurement;
create schema sales;
comment on schema core is 'People and their roles';
comment on schema hr is 'Employees';
comment on schema inventory is 'Products, warehouses and stock';
comment on schema procurement is 'Suppliers and what is ordered from them';
comment on schema sales is 'Customers and their orders';

create type core.alert_severity as enum ('low', 'medium', 'high', 'critical');
create type core.alert_status as enum ('active', 'acknowledged', 'dismissed', 'resolved');
create type hr.department as enum ('operations', 'warehouse', 'purchasing', 'sales', 'finance', 'it', 'human_resources');
create type hr.employment_status as enum ('active', 'on_leave', 'terminated');
create type inventory.product_category as enum ('fasteners', 'tools', 'electrical', 'safety', 'packaging', 'chemicals');
create type inventory.product_status as enum ('draft', 'active', 'discontinued');
create type inventory.location_type as enum ('shelf', 'bulk', 'cold', 'dock');
create type inventory.stock_status as enum ('available', 'reserved', 'quarantined', 'damaged');
create type procurement.purchase_status as enum ('draft', 'submitted', 'confirmed', 'partially_received', 'received', 'cancelled');
create type sales.customer_segment as enum ('retail', 'wholesale', 'online', 'public_sector');
create type sales.order_priority as enum ('low', 'normal', 'high', 'urgent');
create type sales.order_status as enum ('pending', 'confirmed', 'picking', 'shipped', 'delivered', 'on_hold', 'cancelled');

create table core.users (
  id uuid primary key,
  username text not null unique,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  title text not null,
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table core.users is 'People who work with the system';
comment on column core.users.username is 'Sign-in name';
comment on column core.users.title is 'Job title';
comment on column core.users.is_active is 'Whether the person may sign in';
comment on column core.users.last_login_at is 'When the person last signed in';

create table core.roles (
  id uuid primary key,
  name text not null unique,
  description text not null,
  created_at timestamptz not null default now()
);
comment on table core.roles is 'What a person may do; alerts and approvals can go to a role';

create table core.user_roles (
  user_id uuid not null references core.users on delete cascade,
  role_id uuid not null references core.roles on delete cascade,
  granted_at timestamptz not null default now(),
  primary key (user_id, role_id)
);
comment on table core.user_roles is 'Which person has which role';

create table procurement.suppliers (
  id uuid primary key,
  code text not null unique,
  name text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  city text not null,
  country text not null,
  payment_terms_days integer not null check (payment_terms_days >= 0),
  lead_time_days integer not null check (lead_time_days >= 0),
  rating numeric(2, 1) not null check (rating between 1 and 5),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table procurement.suppliers is 'Companies that goods are bought from';
comment on column procurement.suppliers.code is 'Short code, S-001 and up';
comment on column procurement.suppliers.payment_terms_days is 'Days until an invoice is due';
comment on column procurement.suppliers.lead_time_days is 'Usual days from order to delivery';
comment on column procurement.suppliers.rating is 'Quality and punctuality, 1.0 to 5.0';

create table inventory.products (
  id uuid primary key,
  sku text not null unique,
  name text not null,
  description text not null,
  category inventory.product_category not null,
  status inventory.product_status not null default 'active',
  unit text not null,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  unit_cost numeric(12, 2) not null check (unit_cost >= 0),
  weight_kg numeric(10, 3) not null,
  reorder_point integer not null check (reorder_point >= 0),
  reorder_quantity integer not null check (reorder_quantity > 0),
  is_perishable boolean not null default false,
  supplier_id uuid not null references procurement.suppliers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_by_supplier on inventory.products (supplier_id);
comment on table inventory.products is 'What is stocked and sold';
comment on column inventory.products.sku is 'Stock keeping unit: the article number';
comment on column inventory.products.unit is 'Unit of sale: piece, box, pair, roll, litre';
comment on column inventory.products.unit_price is 'Sales price of one unit in EUR';
comment on column inventory.products.unit_cost is 'Purchase price of one unit in EUR';
comment on column inventory.products.reorder_point is 'Order more when the stock falls below this';
comment on column inventory.products.reorder_quantity is 'How much to order at a time';
comment on column inventory.products.is_perishable is 'Whether stock of it expires';
comment on column inventory.products.supplier_id is 'The supplier it is usually bought from';

create table inventory.warehouses (
  id uuid primary key,
  code text not null unique,
  name text not null,
  city text not null,
  country text not null,
  capacity_pallets integer not null,
  is_active boolean not null default true,
  manager_id uuid references core.users,
  opened_on date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table inventory.warehouses is 'Buildings that hold stock';
comment on column inventory.warehouses.code is 'Short code, WH-… by city';
comment on column inventory.warehouses.capacity_pallets is 'Room for this many pallets';
comment on column inventory.warehouses.manager_id is 'Who runs the warehouse';

create table inventory.locations (
  id uuid primary key,
  warehouse_id uuid not null references inventory.warehouses,
  code text not null unique,
  zone text not null,
  aisle integer not null,
  type inventory.location_type not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create index locations_by_warehouse on inventory.locations (warehouse_id);
comment on table inventory.locations is 'Places inside a warehouse: shelves, bulk areas, cold rooms, docks';
comment on column inventory.locations.code is 'Warehouse, zone and aisle: BER-A-01';

create table inventory.inventory_items (
  id uuid primary key,
  product_id uuid not null references inventory.products,
  warehouse_id uuid not null references inventory.warehouses,
  location_id uuid not null references inventory.locations,
  lot_number text not null,
  quantity integer not null check (quantity >= 0),
  reserved_quantity integer not null default 0 check (reserved_quantity >= 0),
  unit_cost numeric(12, 2) not null,
  status inventory.stock_status not null default 'available',
  expires_on date,
  last_counted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, location_id, lot_number)
);
create index inventory_items_by_warehouse on inventory.inventory_items (warehouse_id);
create index inventory_items_by_location on inventory.inventory_items (location_id);
comment on table inventory.inventory_items is 'Stock of one lot of a product at one location';
comment on column inventory.inventory_items.warehouse_id is 'The warehouse of the location';
comment on column inventory.inventory_items.quantity is 'Units on hand';
comment on column inventory.inventory_items.reserved_quantity is 'Units on hand that are promised to orders';
comment on column inventory.inventory_items.unit_cost is 'What one unit of the lot cost, in EUR';
comment on column inventory.inventory_items.expires_on is 'Best before; empty for goods that do not expire';
comment on column inventory.inventory_items.last_counted_at is 'Last stock count';

create table procurement.purchase_orders (
  id uuid primary key,
  number text not null unique,
  supplier_id uuid not null references procurement.suppliers,
  warehouse_id uuid not null references inventory.warehouses,
  ordered_by uuid not null references core.users,
  status procurement.purchase_status not null default 'draft',
  ordered_at timestamptz not null,
  expected_on date not null,
  received_at timestamptz,
  currency text not null default 'EUR',
  total_amount numeric(12, 2) not null,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index purchase_orders_by_supplier on procurement.purchase_orders (supplier_id);
comment on table procurement.purchase_orders is 'Orders placed with suppliers';
comment on column procurement.purchase_orders.number is 'PO-… number printed on papers';
comment on column procurement.purchase_orders.warehouse_id is 'Where the goods are to arrive';
comment on column procurement.purchase_orders.ordered_by is 'Who placed the order';
comment on column procurement.purchase_orders.expected_on is 'Day the goods should arrive';
comment on column procurement.purchase_orders.total_amount is 'Sum of the lines';

create table procurement.purchase_order_lines (
  id uuid primary key,
  purchase_order_id uuid not null references procurement.purchase_orders on delete cascade,
  line_number integer not null,
  product_id uuid not null references inventory.products,
  quantity integer not null check (quantity > 0),
  received_quantity integer not null default 0 check (received_quantity >= 0),
  unit_cost numeric(12, 2) not null,
  line_total numeric(12, 2) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (purchase_order_id, line_number)
);
create index purchase_order_lines_by_product on procurement.purchase_order_lines (product_id);
comment on table procurement.purchase_order_lines is 'Products on a purchase order';
comment on column procurement.purchase_order_lines.received_quantity is 'How much of it has arrived';
comment on column procurement.purchase_order_lines.line_total is 'Quantity times unit cost';

create table sales.customers (
  id uuid primary key,
  code text not null unique,
  name text not null,
  segment sales.customer_segment not null,
  email text not null,
  phone text not null,
  city text not null,
  country text not null,
  credit_limit numeric(12, 2) not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table sales.customers is 'Companies that buy from us';
comment on column sales.customers.code is 'Short code, C-0001 and up';
comment on column sales.customers.credit_limit is 'Open invoices may reach this sum, in EUR';

create table sales.orders (
  id uuid primary key,
  number text not null unique,
  customer_id uuid not null references sales.customers,
  warehouse_id uuid not null references inventory.warehouses,
  sales_rep_id uuid not null references core.users,
  status sales.order_status not null default 'pending',
  priority sales.order_priority not null default 'normal',
  ordered_at timestamptz not null,
  required_on date not null,
  shipped_at timestamptz,
  delivered_at timestamptz,
  currency text not null default 'EUR',
  total_amount numeric(12, 2) not null,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_by_customer on sales.orders (customer_id);
create index orders_by_date on sales.orders (ordered_at desc);
comment on table sales.orders is 'Orders of customers';
comment on column sales.orders.number is 'SO-… number printed on papers';
comment on column sales.orders.warehouse_id is 'Where the goods ship from';
comment on column sales.orders.sales_rep_id is 'Who looks after the order';
comment on column sales.orders.required_on is 'Day the customer needs the goods';
comment on column sales.orders.total_amount is 'Sum of the lines';

create table sales.order_lines (
  id uuid primary key,
  order_id uuid not null references sales.orders on delete cascade,
  line_number integer not null,
  product_id uuid not null references inventory.products,
  quantity integer not null check (quantity > 0),
  unit_price numeric(12, 2) not null,
  discount_percent numeric(5, 2) not null default 0 check (discount_percent between 0 and 100),
  line_total numeric(12, 2) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (order_id, line_number)
);
create index order_lines_by_product on sales.order_lines (product_id);
comment on table sales.order_lines is 'Products on a customer''s order';
comment on column sales.order_lines.line_total is 'Quantity times unit price, less the discount';

create table hr.employees (
  id uuid primary key,
  employee_number text not null unique,
  user_id uuid not null unique references core.users,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  department hr.department not null,
  title text not null,
  manager_id uuid references hr.employees,
  status hr.employment_status not null default 'active',
  hired_on date not null,
  salary numeric(12, 2) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index employees_by_manager on hr.employees (manager_id);
comment on table hr.employees is 'Everyone who works here';
comment on column hr.employees.employee_number is 'Personnel number, E-001 and up';
comment on column hr.employees.user_id is 'The person''s sign-in';
comment on column hr.employees.manager_id is 'The employee this one reports to';
comment on column hr.employees.salary is 'Per year before tax, in EUR';
