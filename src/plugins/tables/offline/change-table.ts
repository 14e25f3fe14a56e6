import { isDeepStrictEqual } from 'node:util';
import * as kit from '../../../../samples/offline-model/kit.js';
import { addition, joinCall } from './added-columns.js';
import { askColumn, columnChanges, formatWords } from './column-changes.js';
import {
  bare,
  filterCalls,
  readFilters,
  sortCall,
  turnsRound,
  widens,
  type WantedFilter,
} from './filters-and-sorts.js';
import { columnsAskedBy, thereBeside } from './rows.js';
import {
  allColumns,
  changeCall,
  openTable,
  READY,
  takenIn,
  withoutOpen,
  type Asked,
  type TableView,
} from './table-view.js';
import { takenBack } from './taken-back.js';
import { leftOut, requireHeld, valuesOf } from './values.js';
import { readChanges, type ChangeWish } from './wishes.js';

/** One change that is wished for, and what its calls are made from. */
type Wish = ChangeWish & Asked;

/** Changes a table: read it → apply each change → preview. */
export function* changeTable(world: kit.World): kit.Plan {
  const { today } = world;
  const reading = withoutOpen(world.reading);
  let view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const wishes: Wish[] = [];
  const calls: kit.WantedCall[] = [];
  const spared: string[] = [];
  for (const { kind, clause: whole } of readChanges(reading)) {
    const [changed, left = ''] = kind === 'filter' ? [whole] : withoutSpared(whole, kind, view);
    const clause = withPronoun(changed, wishes.at(-1)?.clause, view, world);
    const wish = { kind, clause, view, columns, today };
    const made = yield* callsFor(wish);
    wishes.push(wish);
    calls.push(...made.filter((call) => !calls.some((other) => isDeepStrictEqual(call, other))));
    spared.push(left, ...(made.some(isFormat) ? formatWords(clause) : []));
    view = withAdded(view, made, columns);
  }
  const goneBack = takenBack(world, calls);
  const taken = takenBy(calls, wishes, { clause: reading, view, columns });
  const instead = goneBack.length > 0 ? 'instead' : '';
  const all = { texts: [...taken.texts, instead], spared: [...spared, ...taken.spared] };
  kit.requireAllRead(reading, { ...taken, ...all });
  for (const { name, arguments: args } of [...goneBack, ...calls]) {
    const outcome = yield* kit.attempt(name, args);
    // A filter that is there already is as wished, when something else changes too.
    const isThere =
      !outcome.ok && calls.length > 1 && /already (there|is like that)/.test(outcome.message);
    if (!outcome.ok && !isThere) kit.giveUp(kit.explainFailure(outcome.message));
  }
  return yield* preview(view, world);
}

/** Shows the pending changes of a table once more. */
export function* previewTable(world: kit.World): kit.Plan {
  return yield* preview(yield* openTable(world), world);
}

function* preview({ id, name }: TableView, { situation }: kit.World): kit.Plan {
  const shown = yield* kit.attempt('preview_table_config', { id });
  if (!shown.ok && shown.message.startsWith('Nothing has changed'))
    return `“${name}” is again as it is saved: there is nothing to accept.`;
  if (!shown.ok) return kit.giveUp(kit.explainFailure(shown.message));
  const { table, changes, total_rows: rows } = kit.objectOf(shown.data);
  const isOpen = [undefined, id].includes(situation.currentId);
  const aside = isOpen ? '' : ', which is not the one that is open';
  return `I changed “${kit.textOf(table)}”${aside}: ${kit.join(kit.textsOf(changes).map(kit.plain))}. It now shows ${kit.count(Number(rows), 'row')}. ${READY}`;
}

/** "add the salary, formatted in euros": what was added is there for the next wish. */
function withAdded(
  view: TableView,
  calls: readonly kit.WantedCall[],
  known: readonly kit.KnownColumn[],
): TableView {
  const added = calls
    .filter(({ arguments: args }) => args['operation'] === 'add' && !('compute' in args))
    .flatMap(({ arguments: args }) => columnsIn(args));
  return { ...view, columns: [...view.columns, ...known.filter(({ key }) => added.includes(key))] };
}

const columnsIn = ({ column, columns }: kit.JsonObject): string[] =>
  [kit.textOf(column), ...kit.textsOf(columns)].filter(Boolean);

const isFormat = ({ arguments: args }: kit.WantedCall) => 'format' in args;

/** "hide the e-mail but not the phone": the part that names what stays is left aside. */
function withoutSpared(
  clause: kit.Reading,
  kind: string,
  { columns }: TableView,
): [kit.Reading, string?] {
  // "drop the margin instead of the cost", but not "show the margin instead of the cost".
  const spares = /^(hide|remove)$/.test(kind) ? /^(but not|instead of|rather than)$/ : /^but not$/;
  const at = clause.tokens.findIndex((_token, place) =>
    spares.test(clause.words(place, place + 2).toLowerCase()),
  );
  const parts = [clause.slice(0, at), clause.slice(at + 1, clause.tokens.length)] as const;
  const isBoth = parts.every((part) => kit.findColumns(part, columns).length > 0);
  return at > 0 && isBoth ? [parts[0], clause.words(at)] : [clause];
}

/** "align the price left and make it wider": the pronoun stands for the column named before. */
function withPronoun(
  clause: kit.Reading,
  before: kit.Reading | undefined,
  { columns }: TableView,
  { transcript }: kit.World,
): kit.Reading {
  const goesOn = before !== undefined && clause.has('act.format|act.resize|act.align');
  const points = goesOn || clause.says('it', 'its', 'them', 'that');
  if (!points || kit.findColumns(clause, columns).length > 0) return clause;
  const last = transcript.earlier
    .flatMap(({ exchanges }) => exchanges)
    .findLast(({ name, isError }) => name === 'apply_column_change' && !isError);
  const [column] = before
    ? kit.findColumns(before, columns).map((mention) => mention.column.key)
    : columnsIn(last?.arguments ?? {});
  return column === undefined ? clause : clause.again(`${clause.words()} ${kit.plain(column)}`);
}

/** What the calls take in: for the account of the request's words. */
function takenBy(
  calls: readonly kit.WantedCall[],
  wishes: readonly Wish[],
  asked: Omit<Asked, 'today'>,
): kit.Taken & { texts: string[]; spared: string[] } {
  const sent = calls.map((call) => call.arguments);
  const operations = calls.map((call) => kit.textOf(call.arguments['operation']));
  const filters = calls.filter((call) => call.name === 'apply_filter_change');
  const isFilter = filters.length > 0;
  const isTurned = filters.some((call) => leavesOut(call, asked.clause));
  const kinds = wishes
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'hide' || operations.includes('hide') || isTurned);
  const read = isFilter ? wishes.flatMap((wish) => readFilters(wish)) : [];
  const narrowing = [isTurned ? 'leave_out' : '', isFilter ? 'narrowed' : ''];
  const taken = takenIn(asked, sent, [...kinds, 'any', ...narrowing]);
  return {
    ...taken,
    texts: [
      ...taken.texts,
      JSON.stringify(sent).includes('ordered_at') ? 'placed made' : '',
      !isFilter || operations.includes('replace') ? 'instead' : '',
      ...counted(asked.clause, sent),
    ],
    concepts: [...taken.concepts, ...columnsAskedBy(asked.clause, taken.shown)],
    said: [...read.map(({ said }) => said), ...thereBeside(read, asked.clause)],
    // "quarantined, not damaged": what goes for another value is said, and shows in no call.
    spared: operations.includes('replace')
      ? read.flatMap(({ operator, said }) => (operator === 'neq' ? `not ${said}` : []))
      : [],
  };
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** "two columns", "first country, second city": how many there are, and in which order they are named. */
function counted({ tokens }: kit.Reading, sent: readonly kit.JsonObject[]): string[] {
  const count = sent.flatMap((args) => [
    ...columnsIn(args),
    ...kit.objectsOf(args['then_by']),
  ]).length;
  const places = tokens.flatMap(({ lower }) => ORDINALS.indexOf(lower) + 1 || []);
  const isInOrder = places.every((place, at) => place <= count && place > (places[at - 1] ?? 0));
  const number = tokens.find(
    ({ value }, at) =>
      value === count &&
      /^(columns|fields|things|criteria|levels)$/.test(tokens[at + 1]?.lower ?? ''),
  );
  return [
    ...(isInOrder ? places.map((place) => ORDINALS[place - 1] ?? '') : []),
    number?.lower ?? '',
  ];
}

/** A filter that leaves rows out, or turns round what was said. */
function leavesOut({ arguments: args }: kit.WantedCall, reading: kit.Reading): boolean {
  const operator = kit.textOf(args['operator']);
  const isTurned = Object.entries(kit.operators).some(
    ([comparison, { opposite }]) =>
      opposite && kit.operators[opposite].filter === operator && reading.has(`cmp.${comparison}`),
  );
  return /^(neq|is_null|is_not_null)$/.test(operator) || args['value'] === false || isTurned;
}

function* callsFor(wish: Wish): kit.Part<kit.WantedCall[]> {
  const { kind, clause, view } = wish;
  if (addsRows(wish)) return filterCalls(wish);
  if (kind === 'sort') return [sortCall(wish)];
  if (kind === 'join') return [yield* joinCall(wish)];
  const isOther = kind === 'move' && kit.findColumns(clause, wish.columns).length === 0;
  if (kind === 'add' || kind === 'show' || isOther) return yield* addition(wish);
  const change = columnChanges[kind];
  if (change === undefined || isOfRows(wish)) {
    // "hide the damaged column": a value is no column.
    const isColumn = /^(hide|remove)$/.test(kind) && clause.has('noun.column');
    if (
      isColumn &&
      !clause.has('noun.row|noun.filter') &&
      kit.findColumns(clause, wish.columns).length === 0
    )
      askColumn(wish);
    requireShown(wish);
    return filterCalls(wish, yield* rowsMeant(wish));
  }
  const parts = kind === 'rename' ? renames(clause) : [clause];
  return parts.map((part) => changeCall(view, 'column', change({ ...wish, clause: part })));
}

/** "only Rotterdam please": what nothing else explains may be a value. */
function* rowsMeant({ clause, view, columns, today }: Wish): kit.Part<WantedFilter[]> {
  if (clause.has('act.remove') && clause.has('noun.filter')) return [];
  const stated = readFilters({ clause, view, columns, today });
  const kinds = ['filter', 'hide', 'leave_out', 'narrowed', 'any'];
  const taken = takenIn({ clause, view, columns }, stated.map(bare), kinds);
  const unread = kit.unreadWords(clause, { ...taken, said: stated.map(({ said }) => said) });
  const search = { reading: clause, view, columns };
  if (!turnsRound(clause)) yield* requireHeld(stated, search);
  const filters = [...stated, ...(yield* valuesOf(unread, search))];
  return turnsRound(clause) ? yield* leftOut(filters, search) : filters;
}

/** "show the cancelled ones as well": further rows; "include the supplier name" compares nothing. */
function addsRows(wish: Wish): boolean {
  const { kind, clause } = wish;
  if (!/^(add|show|filter|unhide|format)$/.test(kind) || !widens(clause)) return false;
  const filters = readFilters(wish);
  const isPart = filters.some(({ operator }) => operator === 'contains');
  return filters.length > 0 && !(clause.says('include') && isPart);
}

/** "hide cancelled orders" speaks of rows, "hide the status" of a column. */
function isOfRows({ kind, clause, view, columns }: Wish): boolean {
  const mentions = kit.findColumns(clause, view.columns);
  // "leave out stock with the status damaged"
  const named = columns.filter(({ key }) => mentions.some(({ column }) => column.key === key));
  // "take the damaged goods out": the record is no column.
  const isRecord =
    mentions.every(({ from }) => clause.at(from, 'entity.*')) && !clause.has('noun.column');
  const isValue = kit
    .findValues(clause, isRecord ? columns : named)
    .some(({ from, to }) => mentions.every((each) => each.to <= from || to <= each.from));
  if (kind === 'remove')
    return (
      isValue || mentions.length === 0 || clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between')
    );
  // "hide everything that is reserved": a part of a column's name does not make it the column.
  const isRows =
    clause.says('everything', 'those', 'ones', 'rows', 'records') && !clause.has('noun.column');
  const isTold = isRows && clause.says('that', 'which', 'who');
  // "the quarantined lots" are rows, though a column is headed "Lot".
  const records = clause
    .all(`entity.${view.source}`)
    .filter(({ from }) => clause.lower(from).endsWith('s'))
    .flatMap(({ covers }) => covers);
  const isNamed = mentions.some(
    ({ score, from }) => !isTold && !records.includes(from) && (score >= 1 || !isRows),
  );
  return kind === 'hide' && (isValue || !isNamed);
}

/** What is to be hidden or removed must be shown. */
function requireShown({ kind, clause, view, columns }: Wish): void {
  const unshown = kit.findColumns(clause, columns).map(({ column }) => kit.plain(column.key));
  const isPlain = clause.has('noun.column') || kit.findValues(clause, columns).length === 0;
  if (kind !== 'filter' && unshown.length > 0 && isPlain && !clause.has('cmp.*|all|entity.*'))
    kit.giveUp(
      `“${view.name}” does not show ${kit.join(unshown)}, so there is nothing to ${kind}.`,
    );
}

/** "rename A to B and C to D": one part for each new heading. */
function renames(clause: kit.Reading): kit.Reading[] {
  const end = clause.tokens.length;
  const says = (from: number, to: number) => clause.slice(from, to).says('to', 'as', 'into');
  const and = clause.tokens.findIndex(
    ({ lower }, at) => lower === 'and' && says(0, at) && says(at, end),
  );
  return and < 0 ? [clause] : [clause.slice(0, and), ...renames(clause.slice(and + 1, end))];
}
