import * as kit from '../../../../samples/offline-model/kit.js';
import { database, sayable } from './lexicon.js';

export const READY = 'The preview is ready: nothing is saved until you accept it.';

/** Saved tables, as things that a sentence can speak of. */
export const tables: kit.Kind = { listTool: 'list_table_configs', noun: 'table', byRecord: true };

/** A column of a table. */
export interface TableColumn extends kit.KnownColumn {
  width?: unknown;
  /** `currency EUR 2 decimals`. */
  format?: string;
  isHidden?: boolean;
  /** Of a text put together from others, their columns. */
  parts?: readonly string[];
  /** Of a joined column, where it comes from: `customers.segment`. */
  from?: string;
}

/** A saved table as a plan sees it. */
export interface TableView {
  id: string;
  name: string;
  /** `schema.table`. */
  source: string;
  /** Visible columns in order, then hidden ones. */
  columns: readonly TableColumn[];
  filters: readonly string[];
  /** `name ascending, price descending`; empty when rows come in no order. */
  sort: string;
  joins: readonly string[];
}

/** A part of a request and the table that it is about, with the columns of the database where they are needed. */
export interface Asked {
  clause: kit.Reading;
  view: TableView;
  columns: readonly kit.KnownColumn[];
  today: Date;
}

const FILTERED = /^(?:added the filter|replaced the filter on this column by) (.+)$/;
const SORTED = /^the rows are now sorted by (.+)$/;

/** The table a request is about, read. */
export function* openTable(world: kit.World): kit.Part<TableView> {
  const { id } = yield* kit.whichOne(world, tables, 'content');
  const table = kit.objectOf(yield* kit.need('get_table_config', { id }));
  // What was changed and not accepted yet counts as there: "and the high ones too".
  const pending = kit.textsOf(table['pending_changes_not_accepted']);
  const pendingOf = (said: RegExp) => pending.flatMap((text) => said.exec(text)?.[1] ?? []);
  const text = (object: kit.JsonObject, key: string) => kit.textOf(object[key]);
  const shown = kit.objectsOf(table['columns']).map((column) => ({
    ...{ key: text(column, 'key'), type: text(column, 'type'), header: text(column, 'header') },
    ...{ format: text(column, 'format'), from: text(column, 'from'), width: column['width'] },
    parts: /^concat of (.+)$/.exec(text(column, 'computed'))?.[1]?.split(', '),
  }));
  const others = kit.textsOf(table['hidden']).map((key) => ({ key, isHidden: true }));
  return {
    ...{ id: text(table, 'id') || id, name: text(table, 'name'), source: text(table, 'source') },
    columns: [...shown, ...others],
    filters: [...kit.textsOf(table['filters']), ...pendingOf(FILTERED)],
    sort: (pendingOf(SORTED).at(-1) ?? text(table, 'sort')).replace(/^(none|nothing)$/, ''),
    joins: kit.textsOf(table['joins']),
  };
}

/** The table's own columns joined with those of its source in the database: types, enum values, unselected ones. */
export function* allColumns({ columns: own, source }: TableView): kit.Part<kit.KnownColumn[]> {
  const { columns: known, references } = yield* kit.columnsOf(source, database);
  const isSource = (entity: string, { type, from = '' }: TableColumn) =>
    type === 'status' && from.startsWith(`${kit.lastPart(entity)}.`);
  const joined = [...new Set(references.values())].filter((entity) =>
    own.some((column) => isSource(entity, column)),
  );
  const told = yield* kit.lookUp(joined.flatMap((entity) => kit.columnCalls(entity, database)));
  // Of columns of other tables, the values that they take.
  const linked = joined.flatMap((entity, at) =>
    kit.toColumns(told[2 * at], told[2 * at + 1]).columns.map((column) => {
      return { ...column, key: `${kit.lastPart(entity)}.${column.key}` };
    }),
  );
  const all = own.map((column): kit.KnownColumn => {
    const stored =
      known.find(({ key }) => key === column.key) ?? linked.find(({ key }) => key === column.from);
    return { ...stored, ...column, ...(stored?.values ? { type: 'status' } : {}) };
  });
  return [...all, ...known.filter(({ key }) => !own.some((column) => column.key === key))];
}

/** The concepts that may speak of a table's records: "orders" of purchase orders, too. */
export function recordsOf({ source }: TableView, reading: kit.Reading): string[] {
  const said = reading.all('entity.*').map(({ concept }) => concept);
  return said.filter((concept) => `_${kit.lastPart(source)}`.endsWith(`_${kit.lastPart(concept)}`));
}

/** What every call takes in of a request: what its kinds are said by, the table, its records, and the columns sent. */
export function takenIn(
  { clause, view, columns }: Omit<Asked, 'today'>,
  calls: readonly kit.JsonObject[],
  kinds: readonly string[],
) {
  const sent = JSON.stringify(calls);
  const { concepts, texts } = sayable(kinds);
  const shown = columns.filter(({ key }) => sent.includes(`"${key}"`));
  return {
    ...{ calls, columns, shown, concepts: [...concepts, ...recordsOf(view, clause)] },
    texts: [view.name, ...texts, ...shown.map(headerOf)],
  };
}

/** The columns that answer a question which does not name them. */
export function columnsAsked(
  reading: kit.Reading,
  columns: readonly kit.KnownColumn[],
): kit.KnownColumn[] {
  const keys = reading.all('asks.*').flatMap(({ concept }) => concept.slice(5).split(' '));
  return keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
}

/** The columns that are shown. */
export const visible = ({ columns }: TableView): readonly TableColumn[] =>
  columns.filter(({ isHidden }) => isHidden !== true);

/** The keys of the columns that are hidden. */
export const hidden = ({ columns }: TableView): string[] =>
  columns.flatMap(({ key, isHidden }) => (isHidden ? [key] : []));

/** What people read above a column. */
export const headerOf = ({ header, key }: kit.KnownColumn): string => header ?? kit.plain(key);

/** A list that is left out where it is empty. */
export function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** A call of the tool for one kind of change of a table: `column`, `filter`, `sort` or `join`. */
export function changeCall({ id }: TableView, kind: string, args: kit.JsonObject): kit.WantedCall {
  return { name: `apply_${kind}_change`, arguments: { id, ...args } };
}

/** “Open the orders” asks to be shown them; in “the sum of open orders” the word narrows them. */
export function withoutOpen(reading: kit.Reading): kit.Reading {
  return reading.without(
    ({ from, to, concept }) =>
      concept === 'act.list' && to === from + 1 && from > 0 && reading.lower(from) === 'open',
  );
}
