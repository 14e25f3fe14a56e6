import { AppError } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';

/*
 * The wire shape of a table config (docs/table-configs.md), as far as the tools read or write it.
 * Type aliases, not interfaces, so that a config also is a JsonObject.
 */

/** Column types that a visible column can have. */
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
/** How values are shown. */
export const formatTypes = [
  'number',
  'currency',
  'date',
  'datetime',
  'boolean',
  'percent',
] as const;
/** Input elements of an editable column. */
export const editableTypes = [
  'text',
  'number',
  'checkbox',
  'boolean',
  'select',
  'date',
  'textarea',
] as const;
/** Comparisons of a filter. */
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
/** Kinds of join. */
export const joinTypes = ['inner', 'left', 'right', 'full'] as const;
/** Calculations of a computed column. */
export const computeOperations = ['add', 'subtract', 'multiply', 'divide', 'concat'] as const;

export type ColumnType = (typeof columnTypes)[number];
export type FormatType = (typeof formatTypes)[number];
export type FilterOperator = (typeof filterOperators)[number];
export type JoinType = (typeof joinTypes)[number];
export type SortDirection = 'asc' | 'desc';

export type SelectColumn = { name: string; alias?: string; table_column?: string };

export type ForeignTable = {
  table: string;
  schema: string;
  alias?: string;
  relationship_from: string;
  relationship_to: string;
  join_type?: JoinType;
  columns: SelectColumn[];
};

/** One value of a filter; a list for `in`. */
export type FilterValue = string | number | boolean | (string | number | boolean)[];

export type Filter = {
  column: string;
  operator: FilterOperator;
  value?: FilterValue | null;
  dynamic?: boolean;
  label?: string;
};

export type Sort = { column: string; direction: SortDirection; priority?: number };

export type DataSource = {
  type: string;
  source: string;
  schema: string;
  select: { columns: SelectColumn[]; foreign_tables?: ForeignTable[] };
  filters?: Filter[];
  sort?: Sort[];
  rows?: number;
};

export type ColumnFormat = {
  type: FormatType;
  pattern?: string;
  precision?: number;
  currency?: string;
  true_label?: string;
  false_label?: string;
};

export type Compute = { operation: (typeof computeOperations)[number]; columns: string[] };

export type VisualColumn = {
  name?: string;
  header: string;
  type: ColumnType;
  width?: number;
  align?: 'left' | 'center' | 'right';
  hidden?: boolean;
  order?: number;
  sortable?: boolean;
  filterable?: boolean;
  format?: ColumnFormat;
  editable?: { type: (typeof editableTypes)[number]; required?: boolean; options?: string[] };
  link?: { url: string; label?: string };
  lookup?: { schema: string; table: string; value_column: string; label_column: string };
  compute?: Compute;
};

export type ConditionalFormat = {
  column: string;
  operator: string;
  value?: unknown;
  style: string;
};

export type VisualSettings = {
  columns: Record<string, VisualColumn>;
  conditional_formatting?: ConditionalFormat[];
  row_actions?: { url?: string; label: string }[];
  table_actions?: { url?: string; label: string }[];
  pagination?: JsonObject;
};

export type TableConfig = {
  title: string;
  widget_type: string;
  visualization: string;
  data_source: [DataSource];
  visual_settings: VisualSettings;
  permissions?: JsonObject;
};

/** A table as the platform stores it. */
export interface StoredConfig {
  id: string;
  name: string;
  description?: string | null;
  config: TableConfig;
  version: number;
  updated_at: string;
}

/** The key of a selected column: what rows and visual settings call it. */
export function keyOf(column: SelectColumn): string {
  return column.alias ?? column.name;
}

/** What column references call a joined table. */
export function nameOfJoin(join: ForeignTable): string {
  return join.alias ?? join.table;
}

/** The config's one data source. */
export function sourceOf(config: TableConfig): DataSource {
  return config.data_source[0];
}

/** The tables joined to the source, in order. */
export function joinsOf(config: TableConfig): ForeignTable[] {
  return sourceOf(config).select.foreign_tables ?? [];
}

/**
 * Accepts an object of a model or of the wire as a config if the parts that the tools walk through
 * have the right shape; whether it is *valid* only the platform says. Fills parts that may be left
 * out (`widget_type`, `visualization`, `type`, empty lists). Rejects with `invalid_config`.
 */
export function toTableConfig(value: unknown): TableConfig {
  const config = isObject(value) ? structuredClone(value) : fail('config', 'must be an object');
  const sources = config['data_source'];
  const source: unknown = Array.isArray(sources) && sources.length === 1 ? sources[0] : undefined;
  if (!isObject(source)) return fail('data_source', 'must be a list of exactly one object');
  requireText(source['source'], 'data_source.0.source');
  requireText(source['schema'], 'data_source.0.schema');
  const select = isObject(source['select']) ? source['select'] : (source['select'] = {});
  checkList(source, 'filters', 'column');
  checkList(source, 'sort', 'column');
  checkList(select, 'columns', 'name');
  checkList(select, 'foreign_tables', 'table');
  select['columns'] ??= [];
  for (const join of (select['foreign_tables'] as JsonObject[] | undefined) ?? []) {
    checkList(join, 'columns', 'name');
    join['columns'] ??= [];
  }
  source['type'] ??= 'query';
  const visual = config['visual_settings'] ?? (config['visual_settings'] = { columns: {} });
  if (!isObject(visual)) return fail('visual_settings', 'must be an object with columns');
  checkVisualColumns((visual['columns'] ??= {}));
  checkList(visual, 'conditional_formatting', 'column');
  config['title'] ??= source['source'];
  config['widget_type'] ??= 'table';
  config['visualization'] ??= 'table';
  return config as TableConfig;
}

function checkVisualColumns(columns: unknown): void {
  if (!isObject(columns)) fail('visual_settings.columns', 'must be an object: key → column');
  for (const [key, column] of Object.entries(columns)) {
    if (!isObject(column)) fail(`visual_settings.columns.${key}`, 'must be an object');
  }
}

function checkList(owner: JsonObject, field: string, textField: string): void {
  const list = owner[field];
  if (list === undefined) return;
  if (!Array.isArray(list)) return fail(field, 'must be a list');
  for (const item of list as unknown[]) {
    if (!isObject(item)) return fail(field, 'must hold objects');
    requireText(item[textField], `${field}[].${textField}`);
  }
}

function requireText(value: unknown, path: string): void {
  if (typeof value !== 'string' || value === '') fail(path, 'must be a text');
}

function fail(path: string, problem: string): never {
  throw new AppError(
    'invalid_config',
    `The table config is not well formed: ${path} ${problem}. Better leave "config" out and name a saved table with "id"; discover_table_reference explains the shape.`,
    [{ path, message: problem }],
  );
}
