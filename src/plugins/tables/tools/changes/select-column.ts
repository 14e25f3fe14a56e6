import {
  joinsOf,
  keyOf,
  nameOfJoin,
  sourceOf,
  type SelectColumn,
  type TableConfig,
} from '../config-model.js';
import type { Place } from '../references.js';
import { refuse } from './changed.js';

/** The list of selected columns of the table that references call `table`; changes to it change `config`. */
export function selectedOf(
  config: TableConfig,
  place: Pick<Place, 'ofSource' | 'table'>,
): SelectColumn[] {
  if (place.ofSource) return sourceOf(config).select.columns;
  const join = joinsOf(config).find((item) => nameOfJoin(item) === place.table);
  return join?.columns ?? refuse(`The table ${place.table} is not joined.`);
}

/** Selects a column and answers its key, which no other column has. Changes `config`. */
export function selectColumn(
  config: TableConfig,
  place: Place,
  sourceNames: readonly string[],
): string {
  const { name } = place.column;
  const taken = new Set([...Object.keys(config.visual_settings.columns), ...selectedKeys(config)]);
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

function selectedKeys(config: TableConfig): string[] {
  return [
    ...sourceOf(config).select.columns,
    ...joinsOf(config).flatMap((join) => join.columns),
  ].map(keyOf);
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
