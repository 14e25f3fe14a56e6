import {
  configTables,
  keyOf,
  originsOf,
  sourceOf,
  type ConfigTable,
  type SelectColumn,
  type TableConfig,
  refuse,
} from '../config-model.js';
import type { ConfigColumn } from '../references.js';

/** The list of selected columns of the table that references call `table`; changes to it change `config`. */
function selectedOf(
  config: TableConfig,
  place: Pick<ConfigColumn, 'ofSource' | 'table'>,
): SelectColumn[] {
  const found = configTables(config).find(
    ({ ofSource, name }) => ofSource === place.ofSource && name === place.table,
  );
  return found?.columns ?? refuse(`The table ${place.table} is not joined.`);
}

/** Selects a column and answers its key, which no other column has. Changes `config`. */
export function selectColumn(
  config: TableConfig,
  place: ConfigColumn,
  sourceNames: readonly string[],
): string {
  const { name } = place.column;
  const selected = originsOf(config).map(([key]) => key);
  const taken = new Set([...Object.keys(config.visual_settings.columns), ...selected]);
  if (place.ofSource) {
    const key = free(name, taken);
    selectedOf(config, place).push(key === name ? { name } : { name, alias: key });
    return key;
  }
  // A joined column's bare name would hide a column of the source table in filters and sorts.
  const alias = free(joinedKey(place.table, name), new Set([...taken, ...sourceNames]));
  selectedOf(config, place).push({ name, alias, table_column: `${place.table}.${name}` });
  return alias;
}

const MAX_KEY = 63;

/** `suppliers`, `name` → `supplier_name`; `customers`, `customer_id` stays. */
function joinedKey(table: string, name: string): string {
  const prefix = singular(table);
  const key = name.startsWith(`${prefix}_`) ? name : `${prefix}_${name}`;
  return key.slice(0, MAX_KEY - 3);
}

/** The singular of an English table name, well enough for a key. */
export function singular(table: string): string {
  if (/(ss|us|is)$/.test(table)) return table;
  if (/ies$/.test(table)) return table.replace(/ies$/, 'y');
  if (/(sses|xes|ches|shes)$/.test(table)) return table.replace(/es$/, '');
  return table.replace(/s$/, '');
}

function free(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  for (let n = 2; ; n += 1) {
    if (!taken.has(`${key}_${n}`)) return `${key}_${n}`;
  }
}

/**
 * Takes a column out of everything: selection, looks, colours; filters and sorts on it stay and name
 * the database column from now on. Refuses while a calculation or a link uses it. Changes `config`;
 * answers one sentence per thing that went with it.
 */
export function removeKey(config: TableConfig, key: string): string[] {
  refuseWhenUsed(config, key);
  delete config.visual_settings.columns[key];
  for (const table of configTables(config)) {
    const index = table.columns.findIndex((column) => keyOf(column) === key);
    const [column] = index < 0 ? [] : table.columns.splice(index, 1);
    if (column !== undefined) renameReferences(config, key, bareReference(config, table, column));
  }
  return dropColours(config, key);
}

/** Takes the conditional formats of a column away. Changes `config`. */
function dropColours(config: TableConfig, key: string): string[] {
  const visual = config.visual_settings;
  const kept = visual.conditional_formatting?.filter((item) => item.column !== key);
  if (kept === undefined || kept.length === visual.conditional_formatting?.length) return [];
  visual.conditional_formatting = kept;
  return [`removed the colours that depended on ${key}`];
}

/** A reference that still means the column once its key is gone. */
function bareReference(config: TableConfig, table: ConfigTable, { name }: SelectColumn): string {
  const shadowed = Object.hasOwn(config.visual_settings.columns, name);
  return table.ofSource && !shadowed ? name : `${table.name}.${name}`;
}

function renameReferences(config: TableConfig, from: string, to: string): void {
  const source = sourceOf(config);
  for (const item of [...(source.filters ?? []), ...(source.sort ?? [])]) {
    if (item.column === from) item.column = to;
  }
}

/** Refuses to take a column away whose value something else shows; names what does. */
function refuseWhenUsed(config: TableConfig, key: string): void {
  const users = usersOf(config, key);
  if (users.length === 0) return;
  refuse(
    `"${key}" cannot be removed: ${users.join(' and ')} needs its value. Use operation "hide" instead, or remove that first.`,
  );
}

function usersOf(config: TableConfig, key: string): string[] {
  const visual = config.visual_settings;
  const inUrl = (url: string | undefined) => url?.includes(`{${key}}`) === true;
  const columns = Object.entries(visual.columns).filter(([name]) => name !== key);
  return [
    ...columns
      .filter(([, column]) => column.compute?.columns.includes(key))
      .map(([name]) => `the computed column "${name}"`),
    ...columns
      .filter(([, column]) => inUrl(column.link?.url))
      .map(([name]) => `the link on "${name}"`),
    ...[...(visual.row_actions ?? []), ...(visual.table_actions ?? [])]
      .filter((action) => inUrl(action.url))
      .map((action) => `the action "${action.label}"`),
  ];
}
