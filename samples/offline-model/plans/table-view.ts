import { objectOf, objectsOf, textOf, textsOf } from '../answers/words.js';
import type { KnownColumn } from '../reading/columns.js';
import { giveUp, need, type Part } from '../steps.js';
import { entityOf } from '../reading/automation.js';
import type { World } from '../world.js';
import { columnsOf } from './columns.js';
import { namedIn, type Named } from './names.js';
import { tables, whichOne } from './which.js';

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
  sorted: boolean;
  joins: readonly string[];
}

/** The table a request is about, read. */
export function* openTable(world: World): Part<TableView> {
  const table = yield* whichTable(world);
  return toView(yield* need('get_table_config', { id: table.id }), table.id);
}

/** The table meant: as {@link whichOne}, and by the kind of record it lists when none is open or named. */
export function* whichTable(world: World): Part<Named> {
  const entity = entityOf(world.reading);
  if (world.situation.currentId !== undefined || entity === undefined)
    return yield* whichOne(world, tables, 'content');
  const data = objectOf(yield* need('list_table_configs', {}));
  const items = objectsOf(data['tables']).map((item) => ({
    id: textOf(item['id']),
    name: textOf(item['name']),
    source: textOf(item['source']),
  }));
  const listing = items.filter((item) => item.source === entity);
  const named = namedIn(items, world.reading)[0];
  const found = named ?? listing[0];
  return (
    found ??
    giveUp(
      `No saved table lists that. There are ${items.map((item) => item.name).join(', ')}. Which one do you mean?`,
    )
  );
}

/** A view from `get_table_config`'s result. */
export function toView(data: unknown, id: string): TableView {
  const table = objectOf(data);
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
    filters: textsOf(table['filters']),
    sorted: textOf(table['sort']) !== 'nothing',
    joins: textsOf(table['joins']),
  };
}

/** The table's own columns joined with those of its source in the database: types, enum values, unselected ones. */
export function* allColumns(view: TableView): Part<KnownColumn[]> {
  const { columns } = yield* columnsOf(view.source);
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
