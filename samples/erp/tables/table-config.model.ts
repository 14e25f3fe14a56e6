/**
 * The wire shape of a table config, field by field; docs/table-configs.md explains it. The JSON
 * Schema in table-config.schema.ts is built from the lists here, so both say the same.
 */

export const widgetTypes = ['table'] as const;
export const visualizations = ['table', 'list', 'cards'] as const;
export const columnTypes = [
  'string',
  'number',
  'datetime',
  'boolean',
  'uuid',
  'status',
  'computed',
  'lookup',
] as const;
export const formatTypes = [
  'number',
  'currency',
  'date',
  'datetime',
  'boolean',
  'percent',
] as const;
export const editableTypes = [
  'text',
  'number',
  'checkbox',
  'boolean',
  'select',
  'date',
  'textarea',
] as const;
export const filterOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'like',
  'ilike',
  'is_null',
  'is_not_null',
] as const;
export const joinTypes = ['inner', 'left', 'right', 'full'] as const;
export const sortDirections = ['asc', 'desc'] as const;
export const alignments = ['left', 'center', 'right'] as const;
export const computeOperations = ['add', 'subtract', 'multiply', 'divide', 'concat'] as const;
export const formatStyles = ['success', 'warning', 'danger', 'info', 'muted'] as const;
export const rowActionTypes = ['view', 'edit', 'delete', 'link'] as const;
export const tableActionTypes = ['create', 'export', 'refresh', 'link'] as const;
export const permissionActions = ['view', 'create', 'edit', 'delete', 'export'] as const;

export type ColumnType = (typeof columnTypes)[number];
export type FormatType = (typeof formatTypes)[number];
export type FilterOperator = (typeof filterOperators)[number];
export type JoinType = (typeof joinTypes)[number];
export type ComputeOperation = (typeof computeOperations)[number];

/** Limits of one config; a config over them is refused with the limit named. */
export const limits = {
  joins: 8,
  /** Joins that can multiply rows (one-to-many): the embedded database has one session to share. */
  fanOuts: 2,
  columns: 100,
  filters: 50,
  sorts: 10,
  inValues: 200,
  rows: 500,
  title: 255,
  text: 1000,
} as const;

/** Rows of a query when neither the config nor the request says. */
export const DEFAULT_CONFIG_ROWS = 50;

/** A table on a page: what it reads (`data_source`) and how it looks (`visual_settings`). */
export interface TableConfig {
  title: string;
  widget_type: (typeof widgetTypes)[number];
  visualization: (typeof visualizations)[number];
  /** Exactly one. */
  data_source: [DataSource];
  visual_settings: VisualSettings;
  permissions?: Permissions;
}

/** One query over a business table and the tables joined to it. */
export interface DataSource {
  type: 'query';
  /** The table, without its schema. */
  source: string;
  schema: string;
  select: Select;
  filters?: Filter[];
  sort?: Sort[];
  /** Rows per page, 1–500; 50 when absent. */
  rows?: number;
}

export interface Select {
  columns: SelectColumn[];
  foreign_tables?: ForeignTable[];
}

/** A column of a table. Its *key* in rows, in `visual_settings.columns` and in references is `alias ?? name`. */
export interface SelectColumn {
  name: string;
  alias?: string;
  /** Where it comes from, for readers: `<table or its alias>.<name>`; checked, else without effect. */
  table_column?: string;
}

/** A table joined along a foreign key, in either direction. */
export interface ForeignTable {
  table: string;
  schema: string;
  /** The name other parts refer to it by; `table` when absent. Needed when a table is joined twice. */
  alias?: string;
  /** A column of the source table, or `<table or alias>.<column>` of one joined before. */
  relationship_from: string;
  /** A column of this table. */
  relationship_to: string;
  /** `left` when absent. */
  join_type?: JoinType;
  columns: SelectColumn[];
}

export type FilterValue = string | number | boolean | (string | number | boolean)[] | null;

/**
 * A condition; all filters must hold. `column` is a *column reference*: a key, a column of the source
 * table, or `<table or alias>.<column>`. `value` is absent for is_null and is_not_null, an array for in.
 */
export interface Filter {
  column: string;
  operator: FilterOperator;
  value?: FilterValue;
  /** The user of the page chooses the value; without one the filter is left out of the query. */
  dynamic?: boolean;
  label?: string;
}

/** `column` is a column reference; lower `priority` sorts first (else the order of the list). */
export interface Sort {
  column: string;
  direction: (typeof sortDirections)[number];
  priority?: number;
}

export interface VisualSettings {
  /** By key; every selected column that is not hidden has an entry, and no entry lacks a column. */
  columns: Record<string, VisualColumn>;
  conditional_formatting?: ConditionalFormat[];
  row_actions?: RowAction[];
  table_actions?: TableAction[];
  pagination?: Pagination;
}

export interface VisualColumn {
  /** The key again. */
  name?: string;
  header: string;
  type: ColumnType;
  /** Pixels, 20–2000. */
  width?: number;
  align?: (typeof alignments)[number];
  hidden?: boolean;
  /** Position from 1; on all visible columns or on none. */
  order?: number;
  sortable?: boolean;
  filterable?: boolean;
  /** Required for `datetime`. */
  format?: ColumnFormat;
  editable?: Editable;
  link?: Link;
  /** Required for `lookup`. */
  lookup?: Lookup;
  /** Required for `computed`, and only there. */
  compute?: Compute;
}

export interface ColumnFormat {
  type: FormatType;
  /** date and datetime: date-fns tokens, `yyyy-MM-dd HH:mm`. */
  pattern?: string;
  /** number, currency, percent: decimals, 0–10. */
  precision?: number;
  /** currency: ISO 4217, `EUR`. */
  currency?: string;
  /** boolean: the words shown. */
  true_label?: string;
  false_label?: string;
}

export interface Editable {
  type: (typeof editableTypes)[number];
  required?: boolean;
  /** select: the choices. */
  options?: string[];
}

/** `url` starts with `/` or `https://` and may hold `{key}` of any column. */
export interface Link {
  url: string;
  label?: string;
}

/** The row's id is shown as a label from another table. */
export interface Lookup {
  schema: string;
  table: string;
  value_column: string;
  label_column: string;
}

/** A value made from other columns of the row, by key, from left to right. */
export interface Compute {
  operation: ComputeOperation;
  columns: string[];
}

export interface ConditionalFormat {
  /** A key. */
  column: string;
  operator: FilterOperator;
  value?: FilterValue;
  style: (typeof formatStyles)[number];
}

export interface RowAction {
  name: string;
  label: string;
  action: (typeof rowActionTypes)[number];
  /** Required for `link`. */
  url?: string;
  confirm?: string;
}

export interface TableAction {
  name: string;
  label: string;
  action: (typeof tableActionTypes)[number];
  /** Required for `link`. */
  url?: string;
}

export interface Pagination {
  enabled?: boolean;
  page_sizes?: number[];
  default_page_size?: number;
}

export interface Permissions {
  /** Names of roles. */
  roles?: string[];
  actions?: (typeof permissionActions)[number][];
}

/** The name a selected column goes by everywhere else in the config. */
export function keyOf(column: SelectColumn): string {
  return column.alias ?? column.name;
}

/** The name a joined table goes by in column references. */
export function nameOf(table: ForeignTable): string {
  return table.alias ?? table.table;
}
