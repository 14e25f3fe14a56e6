import { capitalized } from '../../../foundation/text.js';
import { type AppError, notFound } from '../../../foundation/errors.js';
import { closeNames, matchName } from '../../../agenttools/names.js';
import {
  configTables,
  keyOf,
  type TableConfig,
  originsOf,
  sourceOf,
  type ConfigTable,
  type SelectColumn,
  refuse,
} from './config-model.js';
import { fullName, type ColumnFacts, type Facts, singular } from './facts.js';

export interface ConfigColumn {
  table: string;
  /** True for the source table's own. */
  ofSource: boolean;
  column: ColumnFacts;
  /** Set when the config selects it. */
  key?: string;
  header: string;
  /** The shortest reference to it that means nothing else. */
  reference: string;
}

export function configColumns(config: TableConfig, facts: Facts): ConfigColumn[] {
  const taken = new Set(Object.keys(config.visual_settings.columns));
  const heading = (key: string) => config.visual_settings.columns[key]?.header ?? headerOf(key);
  return configTables(config).flatMap((table) => {
    return (facts.get(fullName(table))?.columns ?? []).flatMap((column): ConfigColumn[] => {
      const place = { table: table.name, ofSource: table.ofSource, column };
      const keys = table.columns.filter((item) => item.name === column.name).map(keyOf);
      if (keys.length > 0) {
        return keys.map((key) => ({ ...place, key, header: heading(key), reference: key }));
      }
      const bare = place.ofSource && !taken.has(column.name);
      const reference = bare ? column.name : `${table.name}.${column.name}`;
      return [{ ...place, header: headerOf(column.name), reference }];
    });
  });
}

/** The column meant: a reference, heading, or a part that fits one; `not_found` lists close ones. */
export function findColumn(places: readonly ConfigColumn[], wanted: string): ConfigColumn {
  const text = wanted.trim();
  const exact = exactTests(text.toLowerCase()).map((test) => places.find(test));
  const found = exact.find((place) => place !== undefined);
  if (found !== undefined) return found;
  const selected = places.filter((place) => place.key !== undefined);
  for (const pool of [selected, places]) {
    const nameOf = (place: ConfigColumn) => `${place.table} ${place.reference} ${place.header}`;
    const match = matchName(pool, text, nameOf);
    if (match.kind === 'one') return match.item;
    if (match.kind === 'many') throw notOne(match.items, wanted, true);
  }
  throw notOne(places, wanted, false);
}

/** True when a reference as a config writes it means the column of `place`. A key wins over a name. */
export function refersTo(
  places: readonly ConfigColumn[],
  reference: string,
  place: ConfigColumn,
): boolean {
  const found =
    places.find((item) => item.key === reference) ??
    places.find((item) => item.ofSource && item.column.name === reference) ??
    places.find((item) => `${item.table}.${item.column.name}` === reference);
  return found?.table === place.table && found.column.name === place.column.name;
}

function exactTests(text: string): ((place: ConfigColumn) => boolean)[] {
  const last = text.split('.').slice(-2).join('.');
  return [
    (place) => place.key === text,
    (place) => place.ofSource && place.column.name === text,
    (place) => text.includes('.') && `${place.table}.${place.column.name}` === last,
    (place) => place.key !== undefined && place.header.toLowerCase() === text,
    (place) => place.ofSource && place.header.toLowerCase() === text,
  ];
}

function notOne(places: readonly ConfigColumn[], wanted: string, isUnclear: boolean): AppError {
  const references = places.map((place) => place.reference);
  const names = closeNames(references, wanted, isUnclear ? undefined : 12);
  const list = names.join(', ');
  return notFound(
    isUnclear
      ? `"${wanted}" could mean more than one column: ${list}. Use one of these names.`
      : `There is no column "${wanted}" in the table's sources. Close names: ${list}. For a column of another table join that table first with apply_join_change; search_database_schema shows where a column is.`,
    [{ path: 'column', message: isUnclear ? 'unclear column' : 'unknown column', allowed: names }],
  );
}

/** The key meant by key, heading or a part that fits one; `not_found` lists the keys. */
export function findKey(config: TableConfig, wanted: string): string {
  const columns = config.visual_settings.columns;
  const text = wanted.trim();
  if (Object.hasOwn(columns, text)) return text;
  const keys = Object.keys(columns);
  const byHeader = keys.filter((key) => columns[key]?.header?.toLowerCase() === text.toLowerCase());
  if (byHeader.length === 1) return byHeader[0] as string;
  const match = matchName(keys, text, (key) => `${key} ${columns[key]?.header ?? ''}`);
  if (match.kind === 'one') return match.item;
  const names = match.kind === 'many' ? [...match.items] : closeNames(keys, text, 20);
  throw notFound(
    match.kind === 'many'
      ? `"${wanted}" could mean more than one column: ${names.join(', ')}. Use one of these keys.`
      : `The table has no column "${wanted}". Its columns: ${names.join(', ')}. To add one use operation "add".`,
    [{ path: 'column', message: 'unknown column of this table', allowed: names }],
  );
}

/** Parts of a column's name that are written in capitals in a heading. */
const CAPITALS = new Set(['id', 'sku', 'vat', 'url', 'po', 'iban', 'gtin', 'ean']);

/** A column's heading from its name: `unit_price` → `Unit Price`, `customer_id` → `Customer ID`. */
export function headerOf(name: string): string {
  return name
    .split(/[_\s.]+/)
    .filter((word) => word !== '')
    .map((word) => (CAPITALS.has(word.toLowerCase()) ? word.toUpperCase() : capitalized(word)))
    .join(' ');
}

/** Selects a column and answers its key, which no other column has. Changes `config`. */
export function selectColumn(
  config: TableConfig,
  { column: { name }, ofSource, table }: ConfigColumn,
  sourceNames: readonly string[],
): string {
  const selected = originsOf(config).map(([key]) => key);
  const taken = [...Object.keys(config.visual_settings.columns), ...selected];
  // A joined column's bare name would hide a column of the source table in filters and sorts.
  const key = ofSource
    ? free(name, new Set(taken))
    : free(joinedKey(table, name), new Set([...taken, ...sourceNames]));
  const alias = key === name && ofSource ? {} : { alias: key };
  const place = ofSource ? {} : { table_column: `${table}.${name}` };
  const owner = configTables(config).find((one) => one.ofSource === ofSource && one.name === table);
  if (owner === undefined) return refuse(`The table ${table} is not joined.`);
  owner.columns.push({ name, ...alias, ...place });
  return key;
}

const MAX_KEY = 63;

/** `suppliers`, `name` → `supplier_name`; `customers`, `customer_id` stays. */
function joinedKey(table: string, name: string): string {
  const prefix = singular(table);
  const key = name.startsWith(`${prefix}_`) ? name : `${prefix}_${name}`;
  return key.slice(0, MAX_KEY - 3);
}

function free(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  for (let n = 2; ; n += 1) {
    if (!taken.has(`${key}_${n}`)) return `${key}_${n}`;
  }
}

/**
 * Takes a column out of selection, looks and colours; filters and sorts on it name the database column from now on. Refuses while
 * a calculation or a link uses it; answers one sentence per thing that went with it.
 */
export function removeKey(config: TableConfig, key: string): string[] {
  const users = usersOf(config, key);
  if (users.length > 0) {
    refuse(
      `"${key}" cannot be removed: ${users.join(' and ')} needs its value. Use operation "hide" instead, or remove that first.`,
    );
  }
  delete config.visual_settings.columns[key];
  for (const table of configTables(config)) {
    const index = table.columns.findIndex((column) => keyOf(column) === key);
    const [column] = index < 0 ? [] : table.columns.splice(index, 1);
    if (column !== undefined) renameReferences(config, key, bareReference(config, table, column));
  }
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

function usersOf(config: TableConfig, key: string): string[] {
  const visual = config.visual_settings;
  const inUrl = (url: string | undefined) => url?.includes(`{${key}}`) === true;
  const columns = Object.entries(visual.columns).filter(([name]) => name !== key);
  const actions = [...(visual.row_actions ?? []), ...(visual.table_actions ?? [])];
  const computed = columns.filter(([, { compute }]) => compute?.columns.includes(key));
  const linked = columns.filter(([, { link }]) => inUrl(link?.url));
  return [
    ...computed.map(([name]) => `the computed column "${name}"`),
    ...linked.map(([name]) => `the link on "${name}"`),
    ...actions.filter(({ url }) => inUrl(url)).map(({ label }) => `the action "${label}"`),
  ];
}
