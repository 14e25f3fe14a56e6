import { AppError, invalidArguments } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type {
  DataSource,
  ForeignTable,
  SelectColumn,
  TableConfig,
} from '../../../platform/types.js';

/** The backend's shape of a table config, as its OpenAPI document has it (docs/table-configs.md). */
export type * from '../../../platform/types.js';
export {
  columnTypeValues as columnTypes,
  computeOperationValues as computeOperations,
  editableTypeValues as editableTypes,
  filterOperatorValues as filterOperators,
  formatTypeValues as formatTypes,
  joinTypeValues as joinTypes,
} from '../../../platform/types.js';

/** The key of a selected column: what rows and visual settings call it. */
export function keyOf(column: SelectColumn): string {
  return column.alias ?? column.name;
}

/** What column references call a joined table. */
export function nameOfJoin(join: ForeignTable): string {
  return join.alias ?? join.table;
}

export function sourceOf(config: TableConfig): DataSource {
  return config.data_source[0];
}

export function joinsOf(config: TableConfig): ForeignTable[] {
  return sourceOf(config).select.foreign_tables ?? [];
}

/** A table of a config, and what is selected of it: changes to the list change the config. */
export interface ConfigTable {
  schema: string;
  table: string;
  /** What references call it. */
  name: string;
  ofSource: boolean;
  columns: SelectColumn[];
}

export function configTables(config: TableConfig): ConfigTable[] {
  const { schema, source, select } = sourceOf(config);
  return [
    { schema, table: source, name: source, ofSource: true, columns: select.columns },
    ...joinsOf(config).map((join) => ({ ...join, name: nameOfJoin(join), ofSource: false })),
  ];
}

/** The selected columns by their keys, the source's first: its own name, or `table.column` of a joined table. */
export function originsOf(config: TableConfig): (readonly [key: string, origin: string])[] {
  return configTables(config).flatMap(({ name, ofSource, columns }) =>
    columns.map((column) => {
      return [keyOf(column), ofSource ? column.name : `${name}.${column.name}`] as const;
    }),
  );
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

/** What a change made: the new config (the old one is untouched) and one sentence per effect. */
export interface Changed {
  config: TableConfig;
  summary: string[];
}

/** Refuses a change with a sentence that says what to do instead. */
export function refuse(message: string, allowed: readonly string[] = []): never {
  throw invalidArguments(message, allowed.length > 0 ? [{ message, allowed }] : []);
}
