import type { JsonObject } from '../../../foundation/json.js';
import { sayTablePreview } from './say-preview.js';
import { unknownWords, type Taken } from '../../../../samples/offline-model/audit/account.js';
import { requireAllRead } from '../../../../samples/offline-model/audit/refusal.js';
import {
  join,
  plain,
  recordWords,
  textOf,
  textsOf,
} from '../../../../samples/offline-model/answers/words.js';
import { operators } from '../../../../samples/offline-model/lexicon.js';
import { database } from './lexicon.js';
import { findValues } from '../../../../samples/offline-model/reading/values.js';
import { readConditions } from '../../../../samples/offline-model/reading/conditions.js';
import { readChanges, type ChangeKind, type ChangeWish } from './changes.js';
import {
  findColumns,
  type ColumnMention,
  type KnownColumn,
} from '../../../../samples/offline-model/reading/columns.js';
import type { Reading } from '../../../../samples/offline-model/reading/reading.js';
import {
  attempt,
  explainFailure,
  giveUp,
  lookUp,
  type Part,
  type Plan,
  type WantedCall,
} from '../../../../samples/offline-model/steps.js';
import type { World } from '../../../../samples/offline-model/world.js';
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
import {
  columnCalls,
  toColumns,
} from '../../../../samples/offline-model/catalogue/table-columns.js';
import { recover } from '../../../../samples/offline-model/correction.js';
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
  const calls: WantedCall[] = [];
  const spared: string[] = [];
  for (const [at, told] of wishes.entries()) {
    const { clause, words } = withoutSpared(told, view);
    spared.push(words);
    const wish = withPronoun({ ...told, clause }, wishes[at - 1], view, world);
    calls.push(...(yield* callsFor(wish, view, columns, world)));
  }
  requireAllRead(world.reading, {
    ...tableTaken(calls, wishes, view, columns, world),
    spared,
  });
  for (const call of calls) {
    const outcome = yield* attempt(call.name, call.arguments);
    // A filter that is there already is as wished, when something else changes too.
    const isThere =
      !outcome.ok && calls.length > 1 && /already (there|is like that)/.test(outcome.message);
    if (!outcome.ok && !isThere) yield* recover(call.name, call.arguments, outcome);
  }
  return yield* preview(view, world);
}

function* preview({ id, name }: TableView, { situation }: World): Plan {
  const shown = yield* attempt('preview_table_config', { id });
  if (shown.ok) return sayTablePreview(shown.data, id, situation.currentId);
  return shown.message.startsWith('Nothing has changed')
    ? `“${name}” is again as it is saved: there is nothing to accept.`
    : giveUp(explainFailure(shown.message));
}

/** Shows the pending changes of a table once more. */
export function* previewTable(world: World): Plan {
  const view = yield* openTable(world);
  return yield* preview(view, world);
}

/** "hide the e-mail but not the phone": the part that names what stays is left aside. */
function withoutSpared({ kind, clause }: ChangeWish, view: TableView) {
  const at = clause.tokens.findIndex(
    ({ lower }, place) => lower === 'not' && clause.tokens[place - 1]?.lower === 'but',
  );
  const columns = findColumns(clause, view.columns);
  const isBoth = columns.some(({ to }) => to < at) && columns.some(({ from }) => from > at);
  return at > 0 && isBoth && /^(hide|unhide|remove|add|show)$/.test(kind)
    ? { clause: clause.slice(0, at - 1), words: clause.words(at - 1) }
    : { clause, words: '' };
}

/** "align the price left and make it wider": the pronoun stands for the column named before. */
function withPronoun(
  wish: ChangeWish,
  before: ChangeWish | undefined,
  view: TableView,
  world: World,
): ChangeWish {
  const points = wish.clause.says('it', 'its', 'them', 'that');
  if (!points || findColumns(wish.clause, view.columns).length > 0) return wish;
  const named = before
    ? findColumns(before.clause, view.columns)[0]?.column.key
    : columnBefore(world);
  return named === undefined
    ? wish
    : { ...wish, clause: world.reading.again(`${wish.clause.words()} ${named}`) };
}

/** The column that the conversation's last change of a column was about. */
function columnBefore({ transcript }: World): string | undefined {
  const calls = transcript.earlier.flatMap((turn) => turn.exchanges);
  const args = calls.findLast(
    (call) => call.name === 'apply_column_change' && !call.isError,
  )?.arguments;
  return textOf(args?.['column']) || textsOf(args?.['columns'])[0];
}

/** What a change of the table takes in: for the account of the request's words. */
function tableTaken(
  calls: readonly WantedCall[],
  wishes: readonly ChangeWish[],
  view: TableView,
  columns: readonly KnownColumn[],
  world: World,
): Taken {
  const operations = calls.map((call) => textOf(call.arguments['operation']));
  const filters = calls.filter((call) => call.name === 'apply_filter_change');
  const turned = filters.some((call) => isTurned(call, world.reading));
  const kinds = wishes
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'hide' || operations.includes('hide') || turned);
  const headers = columns.flatMap((column) =>
    column.header && JSON.stringify(calls).includes(`"${column.key}"`) ? [column.header] : [],
  );
  return {
    calls: calls.map((call) => call.arguments),
    concepts: [
      ...kinds.flatMap((kind) => CONCEPTS[kind]),
      ...(turned ? ['act.remove', 'act.hide', 'cmp.neq'] : []),
      ...(filters.length > 0
        ? ['cmp.last', 'unit.*', 'act.filter', 'noun.filter', 'format.date']
        : []),
      ...['noun.column', 'noun.table', 'noun.row', 'act.add', 'act.list', `entity.${view.source}`],
    ],
    texts: [
      view.name,
      ...headers,
      ...(operations.includes('hide') ? ['anymore longer'] : []),
      ...(JSON.stringify(calls).includes('ordered_at') ? ['placed made'] : []),
      ...(operations.includes('show') ? ['again back'] : []),
      ...(filters.length === 0 || operations.includes('replace') ? ['instead'] : []),
    ],
    said:
      filters.length > 0
        ? wishes.flatMap(({ clause }) =>
            readConditions(clause, { columns, today: world.today }).map((test) => test.said),
          )
        : [],
    columns,
  };
}

/** A filter that leaves rows out, or turns round what was said. */
function isTurned({ arguments: args }: WantedCall, reading: Reading): boolean {
  const operator = textOf(args['operator']);
  const turned = Object.entries(operators).some(
    ([comparison, { opposite }]) =>
      opposite !== undefined &&
      operators[opposite].filter === operator &&
      reading.has(`cmp.${comparison}`),
  );
  return /^(neq|is_null|is_not_null)$/.test(operator) || args['value'] === false || turned;
}

/** What may be said for each kind of change. */
const CONCEPTS: Readonly<Record<ChangeKind, readonly string[]>> = {
  hide: ['act.hide', 'negation'],
  unhide: ['act.unhide', 'act.undo', 'act.list'],
  rename: ['act.rename', 'noun.name', 'act.change'],
  move: ['act.move', 'pos.*', 'frame.after', 'frame.before', 'cmp.lt', 'cmp.gt'],
  resize: ['act.resize', 'unit.pixel', 'act.change'],
  align: ['act.align', 'align.*', 'act.change'],
  format: ['act.format', 'format.*', 'act.change', 'unit.money', 'frame.*'],
  sort: ['act.sort', 'noun.sort', 'pos.first', 'act.change', 'act.remove'],
  filter: ['act.filter', 'noun.filter', 'act.remove', 'act.change', 'act.undo'],
  join: ['act.join', 'noun.join', 'join.*', 'entity.*', 'act.remove'],
  remove: ['act.remove', 'negation'],
  add: ['act.add', 'act.create', 'entity.*', 'act.join', 'act.compute'],
  show: ['act.list', 'entity.*', 'act.unhide'],
};

/** "hide cancelled orders" speaks of rows, "hide the status" of a column. */
function hidesRows({ kind, clause }: ChangeWish, view: TableView): boolean {
  const found = findColumns(clause, view.columns);
  // "hide everything that is reserved": a part of a column's name does not make it the column.
  const rows =
    clause.says('everything', 'those', 'ones', 'rows', 'records') && !clause.has('noun.column');
  const told = rows && clause.says('that', 'which', 'who');
  // "the quarantined lots" are rows, though a column is headed "Lot".
  const records = clause
    .all(`entity.${view.source}`)
    .filter(({ from }) => clause.tokens[from]?.lower.endsWith('s'))
    .flatMap(({ covers }) => covers);
  const named = found.filter(
    ({ score, from }) => !told && !records.includes(from) && (score >= 1 || !rows),
  );
  return kind === 'hide' && named.length === 0;
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
  if (kind === 'rename') return renames(clause).map((part) => rename(part, view));
  if (own && !rows) return [own(clause, view)];
  const unshown = findColumns(clause, columns).map(({ column }) => plain(column.key));
  const isPlain = clause.has('noun.column') || findValues(clause, columns).length === 0;
  if (rows && unshown.length > 0 && isPlain && !clause.has('cmp.*|all|entity.*'))
    giveUp(`“${view.name}” does not show ${join(unshown)}, so there is nothing to hide.`);
  if (kind === 'sort') return [sortCall(clause, view, columns)];
  if (kind === 'filter' || rows) return filterCalls(clause, view, columns, world.today);
  if (kind === 'join') return [yield* joinCall(wish, view)];
  if (kind === 'remove') return removal(wish, view, columns, world);
  return yield* addition(wish, view, columns, world);
}

/** "rename A to B and C to D": one part for each new heading. */
function renames(clause: Reading): Reading[] {
  const says = (from: number, to: number) => clause.slice(from, to).says('to', 'as', 'into');
  const starts = [0];
  clause.tokens.forEach((token, at) => {
    if (token.lower === 'and' && says(starts.at(-1) ?? 0, at) && says(at, clause.tokens.length))
      starts.push(at + 1);
  });
  return starts.map((from, index) =>
    clause.slice(
      from,
      starts[index + 1] === undefined ? clause.tokens.length : (starts[index + 1] ?? 0) - 1,
    ),
  );
}

/** "remove the phone column", "remove the join to suppliers", "remove cancelled orders". */
function removal(
  wish: ChangeWish,
  view: TableView,
  columns: readonly KnownColumn[],
  world: World,
): WantedCall[] {
  const { clause } = wish;
  if (clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between'))
    return filterCalls(clause, view, columns, world.today);
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
      ...unselected(compute, view).map((column) => columnCall(view, { operation: 'add', column })),
      columnCall(view, {
        operation: 'add',
        ...computed(clause.quoted()[0] ?? nameBefore(clause), compute),
        compute,
      }),
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
    keys.length > 0 && unknownWords(clause).length === 0
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

/** What a calculation needs that the table does not have yet. */
function unselected(compute: JsonObject, view: TableView): string[] {
  return textsOf(compute['columns']).filter(
    (key) => !view.columns.some((column) => column.key === key),
  );
}

/** "stock value: on hand times unit cost". */
function nameBefore(clause: Reading): string | undefined {
  const at = clause.tokens.findIndex((token) => token.lower === ':');
  const words = clause.tokens
    .slice(0, Math.max(at, 0))
    .filter(
      (token) => token.kind === 'word' && !/^(please|pls|add|a|the|column)$/.test(token.lower),
    );
  const name = words.map((token) => token.text).join(' ');
  return name === '' ? undefined : name.charAt(0).toUpperCase() + name.slice(1);
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
  const [table, enums] = yield* lookUp(columnCalls(entity, database));
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
