/** A field of a sample form. */
export interface SampleField {
  name: string;
  label: string;
  type: string;
  required?: boolean;
  config?: Readonly<Record<string, unknown>>;
}

/** A sample form. */
export interface SampleForm {
  name: string;
  description: string;
  entity: string;
  fields: readonly SampleField[];
}

/** A piece of a sample page; `table` and `form` by name, `parent` by label. */
export interface SampleContent {
  type: string;
  label: string;
  table?: string;
  form?: string;
  parent?: string;
  layout?: Readonly<Record<string, unknown>>;
}

/** A sample page. */
export interface SamplePage {
  name: string;
  title: string;
  description: string;
  content: readonly SampleContent[];
}

const supplierLookup = {
  schema: 'procurement',
  table: 'suppliers',
  value_column: 'id',
  label_column: 'name',
};

export const sampleForms: readonly SampleForm[] = [
  {
    name: 'Product form',
    description: 'Enter or change a product',
    entity: 'inventory.products',
    fields: [
      { name: 'sku', label: 'SKU', type: 'text', required: true, config: { max_length: 20 } },
      { name: 'name', label: 'Name', type: 'text', required: true, config: { max_length: 120 } },
      {
        name: 'description',
        label: 'Description',
        type: 'textarea',
        required: true,
        config: { rows: 3 },
      },
      {
        name: 'category',
        label: 'Category',
        type: 'enum',
        required: true,
        config: { schema: 'inventory', enum: 'product_category' },
      },
      {
        name: 'unit_price',
        label: 'Price',
        type: 'currency',
        required: true,
        config: { min: 0, currency: 'EUR' },
      },
      {
        name: 'unit_cost',
        label: 'Cost',
        type: 'currency',
        required: true,
        config: { min: 0, currency: 'EUR' },
      },
      {
        name: 'reorder_point',
        label: 'Reorder point',
        type: 'number',
        required: true,
        config: { min: 0, step: 1 },
      },
      {
        name: 'supplier_id',
        label: 'Supplier',
        type: 'lookup',
        required: true,
        config: supplierLookup,
      },
      { name: 'is_perishable', label: 'Perishable', type: 'checkbox', config: { default: false } },
    ],
  },
  {
    name: 'Supplier form',
    description: 'Enter or change a supplier',
    entity: 'procurement.suppliers',
    fields: [
      { name: 'code', label: 'Code', type: 'text', required: true, config: { max_length: 10 } },
      { name: 'name', label: 'Name', type: 'text', required: true },
      { name: 'contact_name', label: 'Contact', type: 'text', required: true },
      { name: 'email', label: 'E-mail', type: 'email', required: true },
      { name: 'phone', label: 'Telephone', type: 'phone', required: true },
      {
        name: 'payment_terms_days',
        label: 'Payment terms',
        type: 'number',
        required: true,
        config: { min: 0, unit: 'days' },
      },
      { name: 'is_active', label: 'Active', type: 'checkbox', config: { default: true } },
    ],
  },
  {
    name: 'Customer form',
    description: 'Enter or change a customer',
    entity: 'sales.customers',
    fields: [
      { name: 'code', label: 'Code', type: 'text', required: true, config: { max_length: 10 } },
      { name: 'name', label: 'Name', type: 'text', required: true },
      {
        name: 'segment',
        label: 'Segment',
        type: 'enum',
        required: true,
        config: { schema: 'sales', enum: 'customer_segment' },
      },
      { name: 'email', label: 'E-mail', type: 'email', required: true },
      { name: 'phone', label: 'Telephone', type: 'phone', required: true },
      { name: 'city', label: 'City', type: 'text', required: true },
      {
        name: 'country',
        label: 'Country',
        type: 'text',
        required: true,
        config: { max_length: 2 },
      },
      {
        name: 'credit_limit',
        label: 'Credit limit',
        type: 'currency',
        required: true,
        config: { min: 0, currency: 'EUR' },
      },
    ],
  },
];

export const samplePages: readonly SamplePage[] = [
  {
    name: 'inventory',
    title: 'Inventory',
    description: 'Products and stock',
    content: [
      { type: 'tabs', label: 'Inventory' },
      { type: 'tab', label: 'Stock', parent: 'Inventory' },
      { type: 'table', label: 'Stock by warehouse', table: 'Inventory', parent: 'Stock' },
      { type: 'tab', label: 'Products', parent: 'Inventory' },
      { type: 'table', label: 'All products', table: 'Products', parent: 'Products' },
      { type: 'tab', label: 'New product', parent: 'Inventory' },
      { type: 'form', label: 'Enter a product', form: 'Product form', parent: 'New product' },
    ],
  },
  {
    name: 'purchasing',
    title: 'Purchasing',
    description: 'Open purchase orders and suppliers',
    content: [
      { type: 'table', label: 'Open purchase orders', table: 'Open purchase orders' },
      { type: 'container', label: 'Suppliers', layout: { columns: 2 } },
      { type: 'table', label: 'All suppliers', table: 'Suppliers', parent: 'Suppliers' },
      { type: 'form', label: 'New supplier', form: 'Supplier form', parent: 'Suppliers' },
    ],
  },
  {
    name: 'sales',
    title: 'Sales',
    description: 'Orders and customers',
    content: [
      { type: 'table', label: 'Orders', table: 'Orders' },
      { type: 'table', label: 'Customers', table: 'Customers' },
      { type: 'form', label: 'New customer', form: 'Customer form' },
    ],
  },
  {
    name: 'people',
    title: 'People',
    description: 'Who works here',
    content: [
      { type: 'text', label: 'Note', layout: { text: 'Ask the HR manager to change an entry.' } },
      { type: 'table', label: 'Employees', table: 'Employees' },
    ],
  },
];
