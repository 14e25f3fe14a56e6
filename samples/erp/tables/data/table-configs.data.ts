import type { SelectColumn, TableConfig } from '../table-config.model.js';
import { columnsOf, day, euro, id, minute } from './columns.js';

/** A sample table config by name. */
export interface SampleConfig {
  name: string;
  description: string;
  isSystem: boolean;
  config: TableConfig;
}

const names = (...columns: string[]): SelectColumn[] => columns.map((name) => ({ name }));

const products: SampleConfig = {
  name: 'Products',
  description: 'All products with prices and reorder points',
  isSystem: true,
  config: {
    title: 'Products',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'products',
        schema: 'inventory',
        select: {
          columns: names(
            'id',
            'sku',
            'name',
            'category',
            'unit_price',
            'unit_cost',
            'reorder_point',
            'status',
            'updated_at',
          ),
        },
        sort: [{ column: 'sku', direction: 'asc' }],
        rows: 25,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['sku', 'SKU', 'string', { width: 110, sortable: true }],
        [
          'name',
          'Product',
          'string',
          { sortable: true, filterable: true, link: { url: '/inventory/products/{id}' } },
        ],
        ['category', 'Category', 'status', { filterable: true }],
        [
          'unit_price',
          'Price',
          'number',
          {
            align: 'right',
            sortable: true,
            format: euro,
            editable: { type: 'number', required: true },
          },
        ],
        ['unit_cost', 'Cost', 'number', { align: 'right', format: euro }],
        [
          'margin',
          'Margin',
          'computed',
          {
            align: 'right',
            format: euro,
            compute: { operation: 'subtract', columns: ['unit_price', 'unit_cost'] },
          },
        ],
        [
          'reorder_point',
          'Reorder point',
          'number',
          { align: 'right', editable: { type: 'number' } },
        ],
        ['status', 'Status', 'status', { filterable: true }],
        ['updated_at', 'Changed', 'datetime', { format: minute }],
      ]),
      conditional_formatting: [
        { column: 'status', operator: 'eq', value: 'discontinued', style: 'muted' },
      ],
      row_actions: [{ name: 'open', label: 'Open', action: 'view' }],
      table_actions: [{ name: 'export', label: 'Export', action: 'export' }],
      pagination: { enabled: true, page_sizes: [25, 50, 100], default_page_size: 25 },
    },
    permissions: { actions: ['view', 'edit', 'export'] },
  },
};

const inventory: SampleConfig = {
  name: 'Inventory',
  description: 'Stock by product, warehouse and location',
  isSystem: false,
  config: {
    title: 'Inventory',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'inventory_items',
        schema: 'inventory',
        select: {
          columns: names(
            'id',
            'lot_number',
            'quantity',
            'reserved_quantity',
            'status',
            'last_counted_at',
          ),
          foreign_tables: [
            {
              table: 'products',
              schema: 'inventory',
              relationship_from: 'product_id',
              relationship_to: 'id',
              join_type: 'inner',
              columns: [
                { name: 'name', alias: 'product_name', table_column: 'products.name' },
                { name: 'sku' },
              ],
            },
            {
              table: 'warehouses',
              schema: 'inventory',
              relationship_from: 'warehouse_id',
              relationship_to: 'id',
              join_type: 'inner',
              columns: [{ name: 'name', alias: 'warehouse_name', table_column: 'warehouses.name' }],
            },
            {
              table: 'locations',
              schema: 'inventory',
              relationship_from: 'location_id',
              relationship_to: 'id',
              join_type: 'left',
              columns: [{ name: 'code', alias: 'location_code' }],
            },
          ],
        },
        filters: [{ column: 'warehouses.code', operator: 'eq', dynamic: true, label: 'Warehouse' }],
        sort: [
          { column: 'product_name', direction: 'asc', priority: 1 },
          { column: 'quantity', direction: 'desc', priority: 2 },
        ],
        rows: 50,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['sku', 'SKU', 'string', { width: 110 }],
        ['product_name', 'Product', 'string', { sortable: true, filterable: true }],
        ['warehouse_name', 'Warehouse', 'string', { sortable: true, filterable: true }],
        ['location_code', 'Location', 'string', { width: 110 }],
        ['lot_number', 'Lot', 'string'],
        [
          'quantity',
          'On hand',
          'number',
          { align: 'right', sortable: true, editable: { type: 'number', required: true } },
        ],
        ['reserved_quantity', 'Reserved', 'number', { align: 'right' }],
        ['status', 'Status', 'status', { filterable: true }],
        ['last_counted_at', 'Last count', 'datetime', { format: minute }],
      ]),
      conditional_formatting: [
        { column: 'quantity', operator: 'lt', value: 10, style: 'danger' },
        { column: 'status', operator: 'in', value: ['quarantined', 'damaged'], style: 'warning' },
      ],
      pagination: { enabled: true, page_sizes: [50, 100], default_page_size: 50 },
    },
    permissions: { roles: ['operations_manager', 'warehouse_manager'], actions: ['view', 'edit'] },
  },
};

const orders: SampleConfig = {
  name: 'Orders',
  description: 'Orders of customers, newest first',
  isSystem: false,
  config: {
    title: 'Orders',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'orders',
        schema: 'sales',
        select: {
          columns: names(
            'id',
            'number',
            'status',
            'priority',
            'ordered_at',
            'required_on',
            'total_amount',
          ),
          foreign_tables: [
            {
              table: 'customers',
              schema: 'sales',
              relationship_from: 'customer_id',
              relationship_to: 'id',
              join_type: 'inner',
              columns: [
                { name: 'name', alias: 'customer_name', table_column: 'customers.name' },
                { name: 'segment', alias: 'customer_segment' },
              ],
            },
          ],
        },
        filters: [{ column: 'status', operator: 'eq', dynamic: true, label: 'Status' }],
        sort: [{ column: 'ordered_at', direction: 'desc' }],
        rows: 25,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['number', 'Number', 'string', { width: 110, link: { url: '/sales/orders/{id}' } }],
        ['customer_name', 'Customer', 'string', { sortable: true, filterable: true }],
        ['customer_segment', 'Segment', 'status', { filterable: true }],
        ['status', 'Status', 'status', { sortable: true, filterable: true }],
        ['priority', 'Priority', 'status', { filterable: true }],
        ['ordered_at', 'Ordered', 'datetime', { sortable: true, format: minute }],
        ['required_on', 'Required', 'datetime', { format: day }],
        ['total_amount', 'Total', 'number', { align: 'right', sortable: true, format: euro }],
      ]),
      conditional_formatting: [
        { column: 'priority', operator: 'eq', value: 'urgent', style: 'danger' },
        { column: 'status', operator: 'eq', value: 'delivered', style: 'success' },
      ],
      row_actions: [{ name: 'open', label: 'Open', action: 'view' }],
      pagination: { enabled: true, page_sizes: [25, 50, 100], default_page_size: 25 },
    },
    permissions: { actions: ['view', 'export'] },
  },
};

const purchaseOrders: SampleConfig = {
  name: 'Open purchase orders',
  description: 'Purchase orders that have not fully arrived',
  isSystem: false,
  config: {
    title: 'Open purchase orders',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'purchase_orders',
        schema: 'procurement',
        select: {
          columns: names('id', 'number', 'status', 'ordered_at', 'expected_on', 'total_amount'),
          foreign_tables: [
            {
              table: 'suppliers',
              schema: 'procurement',
              relationship_from: 'supplier_id',
              relationship_to: 'id',
              join_type: 'inner',
              columns: [{ name: 'name', alias: 'supplier_name', table_column: 'suppliers.name' }],
            },
            {
              table: 'warehouses',
              schema: 'inventory',
              relationship_from: 'warehouse_id',
              relationship_to: 'id',
              join_type: 'left',
              columns: [{ name: 'name', alias: 'warehouse_name' }],
            },
          ],
        },
        filters: [
          {
            column: 'status',
            operator: 'in',
            value: ['draft', 'submitted', 'confirmed', 'partially_received'],
          },
        ],
        sort: [{ column: 'expected_on', direction: 'asc' }],
        rows: 25,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['number', 'Number', 'string', { width: 110 }],
        ['supplier_name', 'Supplier', 'string', { sortable: true, filterable: true }],
        ['warehouse_name', 'Deliver to', 'string'],
        ['status', 'Status', 'status', { filterable: true }],
        ['ordered_at', 'Ordered', 'datetime', { format: minute }],
        ['expected_on', 'Expected', 'datetime', { sortable: true, format: day }],
        ['total_amount', 'Total', 'number', { align: 'right', sortable: true, format: euro }],
      ]),
      pagination: { enabled: true, page_sizes: [25, 50], default_page_size: 25 },
    },
    permissions: { roles: ['operations_manager', 'purchasing_agent'], actions: ['view', 'edit'] },
  },
};

const suppliers: SampleConfig = {
  name: 'Suppliers',
  description: 'Suppliers with their terms and ratings',
  isSystem: false,
  config: {
    title: 'Suppliers',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'suppliers',
        schema: 'procurement',
        select: {
          columns: names(
            'id',
            'code',
            'name',
            'contact_name',
            'email',
            'country',
            'lead_time_days',
            'rating',
            'is_active',
          ),
        },
        filters: [{ column: 'is_active', operator: 'eq', value: true }],
        sort: [{ column: 'name', direction: 'asc' }],
        rows: 50,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['code', 'Code', 'string', { width: 90 }],
        ['name', 'Supplier', 'string', { sortable: true, filterable: true }],
        ['contact_name', 'Contact', 'string'],
        ['email', 'E-mail', 'string'],
        ['country', 'Country', 'string', { filterable: true }],
        ['lead_time_days', 'Lead time (days)', 'number', { align: 'right', sortable: true }],
        [
          'rating',
          'Rating',
          'number',
          { align: 'right', sortable: true, format: { type: 'number', precision: 1 } },
        ],
        [
          'is_active',
          'Active',
          'boolean',
          { format: { type: 'boolean', true_label: 'Yes', false_label: 'No' } },
        ],
      ]),
      conditional_formatting: [{ column: 'rating', operator: 'lt', value: 3, style: 'warning' }],
    },
  },
};

const employees: SampleConfig = {
  name: 'Employees',
  description: 'Everyone who works here, with their managers',
  isSystem: true,
  config: {
    title: 'Employees',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'employees',
        schema: 'hr',
        select: {
          columns: names(
            'id',
            'employee_number',
            'first_name',
            'last_name',
            'title',
            'department',
            'status',
            'hired_on',
          ),
          foreign_tables: [
            {
              table: 'employees',
              schema: 'hr',
              alias: 'managers',
              relationship_from: 'manager_id',
              relationship_to: 'id',
              join_type: 'left',
              columns: [
                { name: 'last_name', alias: 'manager_name', table_column: 'managers.last_name' },
              ],
            },
          ],
        },
        sort: [
          { column: 'last_name', direction: 'asc', priority: 1 },
          { column: 'first_name', direction: 'asc', priority: 2 },
        ],
        rows: 50,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['employee_number', 'Number', 'string', { width: 90 }],
        [
          'full_name',
          'Name',
          'computed',
          { compute: { operation: 'concat', columns: ['first_name', 'last_name'] } },
        ],
        ['first_name', 'First name', 'string', { hidden: true }],
        ['last_name', 'Last name', 'string', { hidden: true }],
        ['title', 'Title', 'string', { filterable: true }],
        ['department', 'Department', 'status', { filterable: true }],
        ['manager_name', 'Manager', 'string'],
        ['status', 'Status', 'status'],
        ['hired_on', 'Hired', 'datetime', { sortable: true, format: day }],
      ]),
    },
    permissions: { roles: ['administrator', 'operations_manager'], actions: ['view'] },
  },
};

const customers: SampleConfig = {
  name: 'Customers',
  description: 'Customers with segment and credit limit',
  isSystem: false,
  config: {
    title: 'Customers',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'customers',
        schema: 'sales',
        select: {
          columns: names(
            'id',
            'code',
            'name',
            'segment',
            'city',
            'country',
            'credit_limit',
            'is_active',
          ),
        },
        sort: [{ column: 'name', direction: 'asc' }],
        rows: 25,
      },
    ],
    visual_settings: {
      columns: columnsOf([
        id,
        ['code', 'Code', 'string', { width: 90 }],
        ['name', 'Customer', 'string', { sortable: true, filterable: true }],
        ['segment', 'Segment', 'status', { filterable: true }],
        ['city', 'City', 'string', { filterable: true }],
        ['country', 'Country', 'string', { filterable: true }],
        [
          'credit_limit',
          'Credit limit',
          'number',
          { align: 'right', sortable: true, format: { ...euro, precision: 0 } },
        ],
        ['is_active', 'Active', 'boolean'],
      ]),
    },
  },
};

export const sampleConfigs: readonly SampleConfig[] = [
  products,
  inventory,
  orders,
  purchaseOrders,
  suppliers,
  employees,
  customers,
];
