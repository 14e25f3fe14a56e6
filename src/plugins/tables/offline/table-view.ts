import {
  columnsOf,
  need,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  whichOne,
  type Kind,
  type KnownColumn,
  type Part,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { database } from './lexicon.js';

/** A saved table as a plan sees it. */
export interface TableView {
  id: string;
  name: string;
  /** `schema.table`. */
  source: string;
  /** Visible columns in order, then hidden ones. */
  columns: KnownColumn[];
  hidden: ReadonlySet<string>;
  /** Key → pixels, where set. */
  widths: ReadonlyMap<string, number>;
  filters: readonly string[];
  /** `name ascending, price descending`; empty when rows come in no order. */
  sort: string;
  joins: readonly string[];
}

/** The table a request is about, read. */
export function* openTable(world: World): Part<TableView> {
  const table = yield* whichOne(world, tables, 'content');
  return toView(yield* need('get_table_config', { id: table.id }), table.id);
}

/** Saved tables, as things that a sentence can speak of. */
export const tables: Kind = { listTool: 'list_table_configs', noun: 'table', byRecord: true };

const FILTERED = /^(?:added the filter|replaced the filter on this column by) (.+)$/;
const SORTED = /^the rows are now sorted by (.+)$/;

/** A view from `get_table_config`'s result. */
export function toView(data: unknown, id: string): TableView {
  const table = objectOf(data);
  // What was changed and not accepted yet counts as there: "and the high ones too".
  const pending = textsOf(table['pending_changes_not_accepted']);
  const pendingOf = (said: RegExp) => pending.flatMap((text) => said.exec(text)?.[1] ?? []);
  const visible = objectsOf(table['columns']);
  const hidden = textsOf(table['hidden']);
  const columns = visible.map((column) => ({
    key: textOf(column['key']),
    type: textOf(column['type']),
    header: textOf(column['header']),
  }));
  const widths = visible.flatMap((column) =>
    typeof column['width'] === 'number' ? [[textOf(column['key']), column['width']] as const] : [],
  );
  return {
    id: textOf(table['id']) || id,
    name: textOf(table['name']),
    source: textOf(table['source']),
    columns: [...columns, ...hidden.map((key) => ({ key }))],
    hidden: new Set(hidden),
    widths: new Map(widths),
    filters: [...textsOf(table['filters']), ...pendingOf(FILTERED)],
    sort: (pendingOf(SORTED).at(-1) ?? textOf(table['sort'])).replace(/^(none|nothing)$/, ''),
    joins: textsOf(table['joins']),
  };
}

/** The table's own columns joined with those of its source in the database: types, enum values, unselected ones. */
export function* allColumns(view: TableView): Part<KnownColumn[]> {
  const { columns } = yield* columnsOf(view.source, database);
  const own = view.columns.map((column) => {
    const known = columns.find((other) => other.key === column.key);
    return {
      ...known,
      ...column,
      ...(known?.values ? { values: known.values, type: 'status' } : {}),
    };
  });
  const others = columns.filter((column) => !own.some((known) => known.key === column.key));
  return [...own, ...others];
}
