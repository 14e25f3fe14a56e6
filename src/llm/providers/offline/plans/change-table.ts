import type { JsonObject } from '../../../../foundation/json.js';
import { sayTablePreview } from '../answers/tables.js';
import { plain, recordWords, textsOf } from '../answers/words.js';
import { readChanges, type ChangeKind, type ChangeWish } from '../reading/changes.js';
import { findColumns, type ColumnMention, type KnownColumn } from '../reading/columns.js';
import { read, type Reading } from '../reading/reading.js';
import { giveUp, lookUp, need, type Part, type Plan, type WantedCall } from '../steps.js';
import type { World } from '../world.js';
import {
  align,
  askColumn,
  columnCall,
  computation,
  format,
  hide,
  move,
  named,
  remove,
  rename,
  resize,
  unhide,
  type ColumnChange,
} from './column-changes.js';
import { toColumns } from './columns.js';
import { needCorrected } from './correction.js';
import { filterCalls, sortCall } from './row-changes.js';
import { allColumns, openTable, type TableView } from './table-view.js';

/** Changes of the table's own columns need nothing but its view. */
const simple: Readonly<Partial<Record<ChangeKind, ColumnChange>>> = {
  hide,
  unhide,
  rename,
  move,
  resize,
  align,
  format,
};

/** Changes a table: read it → apply each change → preview. */
export function* changeTable(world: World): Plan {
  const view = yield* openTable(world);
  const wishes = readChanges(world.reading);
  const database = wishes.some((wish) => simple[wish.kind] === undefined || hidesRows(wish, view));
  const columns = database ? yield* allColumns(view) : view.columns;
  for (const [at, told] of wishes.entries()) {
    const wish = withPronoun(told, wishes[at - 1], view);
    for (const call of yield* callsFor(wish, view, columns, world)) {
      yield* needCorrected(call.name, call.arguments);
    }
  }
  return sayTablePreview(yield* need('preview_table_config', { id: view.id }));
}

/** Shows the pending changes of a table once more. */
export function* previewTable(world: World): Plan {
  const view = yield* openTable(world);
  return sayTablePreview(yield* need('preview_table_config', { id: view.id }));
}

/** "align the price left and make it wider": the pronoun stands for the column named before. */
function withPronoun(
  wish: ChangeWish,
  before: ChangeWish | undefined,
  view: TableView,
): ChangeWish {
  const points = wish.clause.says('it', 'its', 'them', 'that');
  if (!points || before === undefined || findColumns(wish.clause, view.columns).length > 0)
    return wish;
  const named = findColumns(before.clause, view.columns)[0]?.column.key;
  return named === undefined ? wish : { ...wish, clause: read(`${wish.clause.words()} ${named}`) };
}

/** "hide cancelled orders" speaks of rows, "hide the status" of a column. */
function hidesRows({ kind, clause }: ChangeWish, view: TableView): boolean {
  return kind === 'hide' && findColumns(clause, view.columns).length === 0;
}

function* callsFor(
  wish: ChangeWish,
  view: TableView,
  columns: readonly KnownColumn[],
  world: World,
): Part<WantedCall[]> {
  const { kind, clause } = wish;
  const own = simple[kind];
  const rows = hidesRows(wish, view);
  if (own && !rows) return [own(clause, view)];
  if (kind === 'sort') return [sortCall(clause, view, columns)];
  if (kind === 'filter' || rows) return filterCalls(clause, view, columns, world.today);
  if (kind === 'join') return [yield* joinCall(wish, view)];
  if (kind === 'remove') return removal(wish, view, columns, world);
  return yield* addition(wish, view, columns, world);
}

/** "remove the phone column", "remove the join to suppliers", "remove cancelled orders". */
function removal(
  wish: ChangeWish,
  view: TableView,
  columns: readonly KnownColumn[],
  world: World,
): WantedCall[] {
  const { clause } = wish;
  const mentioned = findColumns(clause, view.columns);
  const joined = joinOf(clause.value('entity'), view);
  if (joined !== undefined && mentioned.length === 0) {
    return [
      { name: 'apply_join_change', arguments: { id: view.id, operation: 'remove', table: joined } },
    ];
  }
  if (mentioned.length > 0) return [remove(clause, view)];
  const unshown = findColumns(clause, columns)[0]?.column;
  if (unshown && !clause.has('cmp.*'))
    giveUp(`“${view.name}” does not show ${plain(unshown.key)}, so there is nothing to remove.`);
  const turned = filterCalls(clause, view, columns, world.today);
  return turned;
}

/** The table of a join that is there already. */
function joinOf(entity: string | undefined, view: TableView): string | undefined {
  const table = entity?.split('.')[1];
  return table !== undefined &&
    view.joins.some((join) => join.includes(`.${table} `) || join.includes(` ${entity} `))
    ? table
    : undefined;
}

/** Adds a column: of the source, of another table (joined for it), calculated, or a hidden one. */
function* addition(
  wish: ChangeWish,
  view: TableView,
  columns: readonly KnownColumn[],
  world: World,
): Part<WantedCall[]> {
  const { clause } = wish;
  const mentions = findColumns(clause, columns);
  const compute = computation(clause, mentions);
  if (compute)
    return [
      columnCall(view, { operation: 'add', ...computed(clause.quoted()[0], compute), compute }),
    ];
  const foreign = foreignIn(clause, view, mentions);
  if (foreign !== undefined) return [yield* joinCall(wish, view)];
  const keys = [
    ...new Set(
      mentions.filter((mention) => mention.score >= 0.5).map((mention) => mention.column.key),
    ),
  ];
  const fresh = keys.filter(
    (key) => !view.columns.some((column) => column.key === key) || view.hidden.has(key),
  );
  if (fresh.length > 0) return [columnCall(view, { operation: 'add', ...named(fresh) })];
  if (wish.kind === 'add' && clause.has('cmp.*'))
    return filterCalls(clause, view, columns, world.today);
  if (keys.length > 0 && wish.kind === 'show')
    return filterCalls(clause, view, columns, world.today);
  return giveUp(
    keys.length > 0
      ? `“${view.name}” already shows that column. What shall I change about it?`
      : askColumn(view),
  );
}

/** The other table that a part speaks of: "the phone of the customer", "the supplier's city". */
function foreignIn(
  clause: Reading,
  view: TableView,
  mentions: readonly ColumnMention[],
): string | undefined {
  const columns = mentions.map((mention) => mention.column);
  const tag = clause.all('entity.*').find((found) => {
    const entity = found.concept.slice('entity.'.length);
    if (entity === view.source) return false;
    const before = clause.tokens.slice(Math.max(0, found.from - 2), found.from);
    const owned = before.some((token) => ['of', 'from'].includes(token.lower));
    return owned || !coversOwn(entity, columns);
  });
  return tag?.concept.slice('entity.'.length);
}

/** "warehouse capacity" on a table of warehouses is its own column, not a join. */
function coversOwn(entity: string, columns: readonly KnownColumn[]): boolean {
  const noun = recordWords(entity).replaceAll(' ', '_');
  return columns.some((column) => column.key.includes(noun) && !column.key.endsWith('_id'));
}

function computed(header: string | undefined, compute: JsonObject): JsonObject {
  const name = header ?? textsOf(compute['columns']).join('_');
  return { column: name.toLowerCase().replace(/[^a-z0-9]+/g, '_'), ...(header ? { header } : {}) };
}

/** Joins the named table, or adds columns of it when it is joined already. */
function* joinCall({ clause }: ChangeWish, view: TableView): Part<WantedCall> {
  const entity = clause
    .all('entity.*')
    .map((tag) => tag.concept.slice(7))
    .find((name) => name !== view.source);
  if (entity === undefined)
    return giveUp('Which table shall be joined, for example customers or suppliers?');
  const [table, enums] = yield* lookUp([
    { name: 'search_database_schema', arguments: { table: entity } },
    { name: 'search_enums', arguments: { schema: entity.split('.')[0] ?? entity } },
  ]);
  const keys = joinedColumns(clause, entity, toColumns(table, enums).columns);
  const joined = joinOf(entity, view);
  if (joined !== undefined) {
    const names = (keys.length > 0 ? keys : ['name']).map((key) => `${joined}.${key}`);
    return columnCall(view, { operation: 'add', ...named(names) });
  }
  const type = clause.value('join');
  return {
    name: 'apply_join_change',
    arguments: {
      id: view.id,
      operation: clause.has('act.remove') ? 'remove' : 'add',
      table: entity,
      ...(keys.length > 0 ? { columns: keys } : {}),
      ...(type === undefined ? {} : { join_type: type }),
    },
  };
}

/** Columns of the joined table that a part names, without the noun of the table itself. */
function joinedColumns(
  clause: ChangeWish['clause'],
  entity: string,
  columns: readonly KnownColumn[],
): string[] {
  const nouns = clause.all(`entity.${entity}`).flatMap((tag) => tag.covers);
  const usable = columns.filter((column) => column.type !== 'uuid');
  const mentions = findColumns(clause, usable).filter(
    (mention) => !nouns.includes(mention.from) || mention.to - mention.from > 1,
  );
  return [...new Set(mentions.map((mention) => mention.column.key))];
}
