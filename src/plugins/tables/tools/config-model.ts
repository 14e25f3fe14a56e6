import { compileArguments, faultsOf } from '../../../agenttools/arguments.js';
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

const NAME = { type: 'string', minLength: 1 };

function listOf(name: string, more: JsonObject = {}): JsonObject {
  const items = { type: 'object', required: [name], properties: { [name]: NAME, ...more } };
  return { type: 'array', items };
}

const select = {
  columns: listOf('name'),
  foreign_tables: listOf('table', { columns: listOf('name') }),
};
const source = {
  source: NAME,
  schema: NAME,
  filters: listOf('column'),
  sort: listOf('column'),
  select: { type: 'object', properties: select },
};

const checkShape = compileArguments({
  name: 'a table config',
  inputSchema: {
    type: 'object',
    required: ['data_source'],
    properties: {
      data_source: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: { type: 'object', required: ['source', 'schema'], properties: source },
      },
      visual_settings: {
        type: 'object',
        properties: {
          columns: { type: 'object', additionalProperties: { type: 'object' } },
          conditional_formatting: listOf('column'),
        },
      },
    },
  },
});

/** Accepts what has the right shape (whether it is *valid* the platform says), filled with what may be left out; else `invalid_config`. */
export function toTableConfig(value: unknown): TableConfig {
  const given = isObject(value) ? structuredClone(value) : {};
  const faults = faultsOf(() => checkShape(given));
  if (faults.length > 0) {
    const list = faults.map(({ message }) => message).join('; ');
    const message = `The table config is not well formed: ${list}. Better leave "config" out and name a saved table with "id"; discover_table_reference explains the shape.`;
    throw new AppError('invalid_config', message, faults);
  }
  const config = given as Partial<TableConfig> & Pick<TableConfig, 'data_source'>;
  const [data] = config.data_source;
  data.type ??= 'query';
  data.select ??= { columns: [] };
  data.select.columns ??= [];
  for (const join of data.select.foreign_tables ?? []) join.columns ??= [];
  config.visual_settings ??= { columns: {} };
  config.visual_settings.columns ??= {};
  config.title ??= data.source;
  config.widget_type ??= 'table';
  config.visualization ??= 'table';
  return config as TableConfig;
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
