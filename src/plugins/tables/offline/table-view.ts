import {
  columnCalls,
  columnsOf,
  lookUp,
  need,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  toColumns,
  whichOne,
  type JsonObject,
  type Kind,
  type KnownColumn,
  type Part,
  type WantedCall,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { database } from './lexicon.js';

export const READY = 'The preview is ready: nothing is saved until you accept it.';

/** Saved tables, as things that a sentence can speak of. */
export const tables: Kind = { listTool: 'list_table_configs', noun: 'table', byRecord: true };

/** A column of a table. */
export interface TableColumn extends KnownColumn {
  width?: unknown;
  /** `currency EUR 2 decimals`. */
  format?: string;
  isHidden?: boolean;
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

const FILTERED = /^(?:added the filter|replaced the filter on this column by) (.+)$/;
const SORTED = /^the rows are now sorted by (.+)$/;

/** The table a request is about, read. */
export function* openTable(world: World): Part<TableView> {
  const { id } = yield* whichOne(world, tables, 'content');
  const table = objectOf(yield* need('get_table_config', { id }));
  // What was changed and not accepted yet counts as there: "and the high ones too".
  const pending = textsOf(table['pending_changes_not_accepted']);
  const pendingOf = (said: RegExp) => pending.flatMap((text) => said.exec(text)?.[1] ?? []);
  const shown = objectsOf(table['columns']).map(({ key, type, header, width, format, from }) => {
    const texts = { key: textOf(key), type: textOf(type), header: textOf(header) };
    return { ...texts, width, format: textOf(format), from: textOf(from) };
  });
  const hidden = textsOf(table['hidden']).map((key) => ({ key, isHidden: true }));
  return {
    ...{ id: textOf(table['id']) || id, name: textOf(table['name']) },
    source: textOf(table['source']),
    columns: [...shown, ...hidden],
    filters: [...textsOf(table['filters']), ...pendingOf(FILTERED)],
    sort: (pendingOf(SORTED).at(-1) ?? textOf(table['sort'])).replace(/^(none|nothing)$/, ''),
    joins: textsOf(table['joins']),
  };
}

/** The table's own columns joined with those of its source in the database: types, enum values, unselected ones. */
export function* allColumns({ columns: own, source }: TableView): Part<KnownColumn[]> {
  const { columns: known, references } = yield* columnsOf(source, database);
  const others = known.filter(({ key }) => !own.some((column) => column.key === key));
  const values = yield* joinedValues(own, [...references.values()]);
  const joined = own.map((column): KnownColumn => {
    const stored = known.find(({ key }) => key === column.key) ?? values.get(column.from ?? '');
    return { ...stored, ...column, ...(stored?.values ? { type: 'status' } : {}) };
  });
  return [...joined, ...others];
}

/** The values of columns of other tables that take only some, by where they come from. */
function* joinedValues(
  own: readonly TableColumn[],
  entities: readonly string[],
): Part<ReadonlyMap<string, Pick<KnownColumn, 'values'>>> {
  const found = new Map<string, Pick<KnownColumn, 'values'>>();
  const wanted = own.flatMap(({ type, from = '' }) => (type === 'status' ? [from] : []));
  const tableOf = (entity: string) => entity.split('.').at(-1) ?? entity;
  const joined = [...new Set(entities)].filter((entity) =>
    wanted.some((from) => from.startsWith(`${tableOf(entity)}.`)),
  );
  const told = yield* lookUp(joined.flatMap((entity) => columnCalls(entity, database)));
  for (const [at, entity] of joined.entries()) {
    const { columns } = toColumns(told[2 * at], told[2 * at + 1]);
    for (const { key, values } of columns) {
      if (values) found.set(`${tableOf(entity)}.${key}`, { values });
    }
  }
  return found;
}

/** The columns that are shown. */
export function visible({ columns }: TableView): readonly TableColumn[] {
  return columns.filter(({ isHidden }) => isHidden !== true);
}

/** A call of the tool for one kind of change of a table: `column`, `filter`, `sort` or `join`. */
export function changeCall({ id }: TableView, kind: string, args: JsonObject): WantedCall {
  return { name: `apply_${kind}_change`, arguments: { id, ...args } };
}
