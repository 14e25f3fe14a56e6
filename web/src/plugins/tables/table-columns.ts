import type {
  ColumnFormat,
  ColumnType,
  DataSource,
  Sort,
  TableConfig,
  VisualColumn,
} from '../../../../src/platform/types.js';
import { defined } from '../../../../src/foundation/defined.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';

/** A column as the page draws it, in the words of docs/table-configs.md. */
export interface TableColumn {
  key: string;
  header: string;
  type: ColumnType;
  align: 'left' | 'center' | 'right';
  hidden: boolean;
  sortable: boolean;
  /** Where the value comes from: `warehouses.name`; undefined for a computed one. */
  source?: string;
  width?: number;
  format?: ColumnFormat;
  visual: VisualColumn;
}

/** A JSON object as a table config, or undefined when it has not the parts that a table is drawn from. */
export function asTableConfig(value: unknown): TableConfig | undefined {
  if (!isObject(value)) return undefined;
  const { data_source: sources, visual_settings: visual } = value;
  const source: unknown = Array.isArray(sources) ? sources[0] : undefined;
  if (!isObject(source) || !isObject(source['select']) || !isObject(visual)) return undefined;
  if (!isObject(visual['columns']) || !Array.isArray(source['select']['columns'])) return undefined;
  const lists = [
    source['filters'],
    source['sort'],
    source['select']['foreign_tables'],
    visual['conditional_formatting'],
    visual['row_actions'],
    visual['table_actions'],
  ];
  if (!lists.every(isListOfObjects) || !Object.values(visual['columns']).every(isObject)) {
    return undefined;
  }
  return value as unknown as TableConfig;
}

function isListOfObjects(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isObject));
}

/** The one data source of a config. */
export function sourceOf(config: TableConfig): DataSource {
  return config.data_source[0];
}

/** All columns in the order the platform shows them: placed ones first, then as listed, hidden ones last. */
export function columnsOf(config: TableConfig): TableColumn[] {
  const origins = originsOf(sourceOf(config));
  const visual = config.visual_settings.columns;
  // In the order in which they are selected; what is computed comes after it.
  const keys = [...new Set([...origins.keys(), ...Object.keys(visual)])];
  return keys
    .flatMap((key) => {
      const column = visual[key];
      return column === undefined ? [] : [toColumn(key, column, origins.get(key))];
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

function toColumn(key: string, visual: VisualColumn, source: string | undefined): TableColumn {
  const { width, format } = visual;
  return {
    key,
    header: String(visual.header ?? key),
    type: visual.type,
    align: visual.align ?? 'left',
    hidden: visual.hidden === true,
    sortable: visual.sortable !== false,
    visual,
    ...defined({ source, width: typeof width === 'number' ? width : undefined, format }),
  };
}

const UNPLACED = 1_000_000;

function rank({ hidden, visual }: TableColumn): number {
  return hidden ? 2 * UNPLACED : (visual.order ?? UNPLACED);
}

/** Where each selected column comes from, by key. */
function originsOf({ source, select }: DataSource): Map<string, string> {
  const own = select.columns.map(
    ({ name, alias }) => [alias ?? name, `${source}.${name}`] as const,
  );
  const joined = (select.foreign_tables ?? []).flatMap((join) =>
    (join.columns ?? []).map(
      ({ name, alias }) => [alias ?? name, `${join.alias ?? join.table}.${name}`] as const,
    ),
  );
  return new Map([...own, ...joined]);
}

/** What a column reference is called on the page: its header, else its last part in words. */
export function nameOfReference(config: TableConfig, reference: string): string {
  const columns = columnsOf(config);
  const found =
    columns.find(({ key }) => key === reference) ??
    columns.find(({ source }) => source === reference);
  return found?.header ?? words(reference);
}

/** `warehouses.code` as people say it: “warehouses code”. */
export function words(name: string): string {
  return name.replaceAll(/[._]+/g, ' ').trim();
}

/** The config's own order, first by priority, then as listed. */
export function sortsOf(config: TableConfig): readonly Sort[] {
  return (sourceOf(config).sort ?? []).toSorted(
    (one, other) => (one.priority ?? UNPLACED) - (other.priority ?? UNPLACED),
  );
}

/** A row of live data, by key. */
export type Row = JsonObject;

/**
 * The order that a click on a column's header asks for: ascending, then descending, then the table's
 * own again (undefined). A column that the table sorts by first begins the other way round.
 */
export function nextSort(
  tried: SortWish | undefined,
  own: SortWish | undefined,
  key: string,
): SortWish | undefined {
  const first = own?.column === key && own.direction === 'asc' ? 'desc' : 'asc';
  if (tried?.column !== key) return { column: key, direction: first };
  if (tried.direction !== first || own?.column === key) return undefined;
  return { column: key, direction: 'desc' };
}

/** One order of rows that a reader tries. */
export interface SortWish {
  column: string;
  direction: 'asc' | 'desc';
}
