import { defined } from '../../../foundation/defined.js';
import {
  attempt,
  columnsOf,
  count,
  explainFailure,
  findColumns,
  findValues,
  giveUp,
  join,
  objectOf,
  operators,
  plain,
  readConditions,
  recordWords,
  recover,
  requireAllRead,
  textOf,
  textsOf,
  unknownWords,
  type ColumnMention,
  type KnownColumn,
  type Part,
  type Plan,
  type Reading,
  type Taken,
  type WantedCall,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { askColumn, columnChanges, computed, named } from './column-changes.js';
import { filterCalls, readFilters, sortCall, widens } from './filters-and-sorts.js';
import { database, sayable } from './lexicon.js';
import { allColumns, changeCall, openTable, READY, visible, type TableView } from './table-view.js';
import { hidesRows, readChanges, type ChangeWish } from './wishes.js';

/** One change that is wished for, and what its calls are made from. */
interface Wished extends ChangeWish {
  view: TableView;
  /** With those of the database, where the wishes need them. */
  columns: readonly KnownColumn[];
  today: Date;
}

/** Changes a table: read it → apply each change → preview. */
export function* changeTable(world: World): Plan {
  const { today, reading } = world;
  let view = yield* openTable(world);
  const told = readChanges(reading);
  const isOwn = told.every(
    (wish) =>
      wish.kind in columnChanges &&
      wish.kind !== 'remove' &&
      !hidesRows(wish, view) &&
      !widensRows(wish),
  );
  const columns = isOwn ? view.columns : yield* allColumns(view);
  const wishes: Wished[] = [];
  const calls: WantedCall[] = [];
  const spared: string[] = [];
  for (const { kind, clause: whole } of told) {
    const [changed, left = ''] = kind === 'filter' ? [whole] : withoutSpared(whole, view);
    const clause = withPronoun(changed, wishes.at(-1)?.clause, view, world);
    const wish = { kind, clause, view, columns, today };
    spared.push(left);
    wishes.push(wish);
    const made = yield* callsFor(wish);
    calls.push(...made);
    view = withAdded(view, made, columns);
    if (made.some(({ arguments: { precision } }) => precision === 0))
      spared.push(/\b(?:no|without|zero) (?:decimals?|digits)\b/i.exec(clause.words())?.[0] ?? '');
  }
  requireAllRead(reading, { ...takenBy(calls, wishes, view, world), columns, spared });
  for (const { name, arguments: args } of calls) {
    const outcome = yield* attempt(name, args);
    // A filter that is there already is as wished, when something else changes too.
    const isThere =
      !outcome.ok && calls.length > 1 && /already (there|is like that)/.test(outcome.message);
    if (!outcome.ok && !isThere) yield* recover(name, args, outcome);
  }
  return yield* preview(view, world);
}

/** Shows the pending changes of a table once more. */
export function* previewTable(world: World): Plan {
  return yield* preview(yield* openTable(world), world);
}

function* preview({ id, name }: TableView, { situation }: World): Plan {
  const shown = yield* attempt('preview_table_config', { id });
  if (!shown.ok && shown.message.startsWith('Nothing has changed'))
    return `“${name}” is again as it is saved: there is nothing to accept.`;
  if (!shown.ok) return giveUp(explainFailure(shown.message));
  const { table, changes, total_rows: rows } = objectOf(shown.data);
  const aside = [undefined, id].includes(situation.currentId)
    ? ''
    : ', which is not the one that is open';
  return `I changed “${textOf(table)}”${aside}: ${join(textsOf(changes).map(plain))}. It now shows ${count(Number(rows), 'row')}. ${READY}`;
}

/** "add the salary, formatted in euros": what was added is there for the next wish. */
function withAdded(
  view: TableView,
  calls: readonly WantedCall[],
  known: readonly KnownColumn[],
): TableView {
  const added = calls
    .filter(({ arguments: args }) => args['operation'] === 'add' && !('compute' in args))
    .flatMap(({ arguments: { column, columns } }) => [textOf(column), ...textsOf(columns)]);
  const fresh = known.filter(({ key }) => added.includes(key));
  return { ...view, columns: [...view.columns, ...fresh] };
}

/** "hide the e-mail but not the phone": the part that names what stays is left aside. */
function withoutSpared(clause: Reading, { columns }: TableView): [Reading, string?] {
  const at = clause.tokens.findIndex(
    ({ lower }, place) => lower === 'but' && clause.lower(place + 1) === 'not',
  );
  const parts = [clause.slice(0, at), clause.slice(at + 1, clause.tokens.length)] as const;
  const isBoth = parts.every((part) => findColumns(part, columns).length > 0);
  return at > 0 && isBoth ? [parts[0], clause.words(at)] : [clause];
}

/** "align the price left and make it wider": the pronoun stands for the column named before. */
function withPronoun(
  clause: Reading,
  before: Reading | undefined,
  { columns }: TableView,
  { transcript }: World,
): Reading {
  const goesOn = before !== undefined && clause.has('act.format|act.resize|act.align');
  const points = goesOn || clause.says('it', 'its', 'them', 'that');
  if (!points || findColumns(clause, columns).length > 0) return clause;
  const calls = transcript.earlier.flatMap(({ exchanges }) => exchanges);
  const args = calls.findLast(
    ({ name, isError }) => name === 'apply_column_change' && !isError,
  )?.arguments;
  const column = before
    ? findColumns(before, columns)[0]?.column.key
    : textOf(args?.['column']) || textsOf(args?.['columns'])[0];
  return column === undefined ? clause : clause.again(`${clause.words()} ${column}`);
}

/** What the calls take in: for the account of the request's words. */
function takenBy(
  calls: readonly WantedCall[],
  wishes: readonly Wished[],
  { name, source }: TableView,
  { reading }: World,
): Taken {
  const sent = JSON.stringify(calls);
  const operations = calls.map((call) => textOf(call.arguments['operation']));
  const filters = calls.filter((call) => call.name === 'apply_filter_change');
  const isFilter = filters.length > 0;
  const isTurned = filters.some((call) => leavesOut(call, reading));
  const kinds = wishes
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'hide' || operations.includes('hide') || isTurned);
  return {
    calls: calls.map((call) => call.arguments),
    concepts: [
      ...sayable([...kinds, 'any', isTurned ? 'leave_out' : '', isFilter ? 'narrowed' : ''])
        .concepts,
      `entity.${source}`,
    ],
    texts: [
      name,
      ...(wishes[0]?.columns ?? []).flatMap(({ header, key }) =>
        header && sent.includes(`"${key}"`) ? header : [],
      ),
      operations.some((operation) => /^(hide|show)$/.test(operation)) ? AGAIN : '',
      sent.includes('ordered_at') ? 'placed made' : '',
      !isFilter || operations.includes('replace') ? 'instead' : '',
    ],
    said: wishes.flatMap(({ clause, columns, today }) =>
      isFilter ? readConditions(clause, { columns, today }).map((test) => test.said) : [],
    ),
  };
}

const AGAIN = 'anymore longer again back';

/** A filter that leaves rows out, or turns round what was said. */
function leavesOut({ arguments: args }: WantedCall, reading: Reading): boolean {
  const operator = textOf(args['operator']);
  const isTurned = Object.entries(operators).some(
    ([comparison, { opposite }]) =>
      opposite && operators[opposite].filter === operator && reading.has(`cmp.${comparison}`),
  );
  return /^(neq|is_null|is_not_null)$/.test(operator) || args['value'] === false || isTurned;
}

function* callsFor(wish: Wished): Part<WantedCall[]> {
  const { kind, clause, view, columns, today } = wish;
  const own = hidesRows(wish, view) ? undefined : columnChanges[kind];
  if (addsRows(wish)) return filterCalls(clause, view, columns, today);
  const change = (part: Reading) => (own ? [changeCall(view, 'column', own(part, view))] : []);
  if (kind === 'rename') return renames(clause).flatMap(change);
  if (own && kind !== 'remove') return change(clause);
  if (kind === 'sort') return [sortCall(clause, view, columns)];
  if (kind === 'join') return [yield* joinCall(wish)];
  if (kind === 'add' || kind === 'show') return yield* addition(wish);
  const isCompared = clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between');
  if (own && !isCompared && findColumns(clause, view.columns).length > 0) return change(clause);
  const unshown = findColumns(clause, columns).map(({ column }) => plain(column.key));
  const isPlain = clause.has('noun.column') || findValues(clause, columns).length === 0;
  if (kind !== 'filter' && unshown.length > 0 && isPlain && !clause.has('cmp.*|all|entity.*'))
    giveUp(`“${view.name}” does not show ${join(unshown)}, so there is nothing to ${kind}.`);
  return filterCalls(clause, view, columns, today);
}

function addsRows(wish: Wished): boolean {
  if (!widensRows(wish)) return false;
  const filters = readFilters(wish.clause, wish.columns, wish.today);
  // "include the supplier name" compares nothing.
  const isOther =
    wish.clause.says('include') && filters.some(({ operator }) => operator === 'contains');
  return filters.length > 0 && !isOther;
}

/** "show the cancelled ones as well": further rows, whatever the words look like. */
function widensRows({ kind, clause }: ChangeWish): boolean {
  return /^(add|show|filter|unhide|format)$/.test(kind) && widens(clause);
}

/** "rename A to B and C to D": one part for each new heading. */
function renames(clause: Reading): Reading[] {
  const end = clause.tokens.length;
  const says = (from: number, to: number) => clause.slice(from, to).says('to', 'as', 'into');
  const and = clause.tokens.findIndex(
    ({ lower }, at) => lower === 'and' && says(0, at) && says(at, end),
  );
  return and < 0 ? [clause] : [clause.slice(0, and), ...renames(clause.slice(and + 1, end))];
}

/** Adds a column: of the source, of another table (joined for it), calculated, or a hidden one. */
function* addition(wish: Wished): Part<WantedCall[]> {
  const { clause, view, columns, kind, today } = wish;
  const mentions = findColumns(clause, columns);
  const isAmong = (wanted: string, some: readonly KnownColumn[]) =>
    some.some(({ key }) => key === wanted);
  const formula = computed(clause, mentions);
  if (formula) {
    const missing = formula.compute.columns.filter((key) => !isAmong(key, view.columns));
    const added = [...missing.map((column) => ({ column })), formula];
    return added.map((args) => changeCall(view, 'column', { operation: 'add', ...args }));
  }
  if (isForeign(clause, view, mentions)) return [yield* joinCall(wish)];
  const keys = mentions.filter(({ score }) => score >= 0.5).map(({ column }) => column.key);
  const fresh = keys.filter((key) => !isAmong(key, visible(view)));
  if (fresh.length > 0) return [changeCall(view, 'column', { operation: 'add', ...named(fresh) })];
  if (kind === 'add' ? clause.has('cmp.*') : keys.length > 0)
    return filterCalls(clause, view, columns, today);
  return keys.length > 0 && unknownWords(clause).length === 0
    ? giveUp(`“${view.name}” already shows that column. What shall I change about it?`)
    : askColumn(view);
}

/** Another table is spoken of: "the phone of the customer"; "warehouse capacity" may be an own column. */
function isForeign(clause: Reading, view: TableView, mentions: readonly ColumnMention[]): boolean {
  return clause.all('entity.*').some(({ concept, from }) => {
    const noun = recordWords(concept).replaceAll(' ', '_');
    const before = clause.slice(Math.max(0, from - 2), from);
    const isOwn = mentions.some(
      ({ column: { key } }) => key.includes(noun) && !key.endsWith('_id'),
    );
    return concept !== `entity.${view.source}` && (before.says('of', 'from') || !isOwn);
  });
}

/** Joins the named table, adds columns of it when it is joined already, or takes it out. */
function* joinCall({ clause, view }: Wished): Part<WantedCall> {
  const tag =
    clause.all('entity.*').find(({ concept }) => concept !== `entity.${view.source}`) ??
    giveUp('Which table shall be joined, for example customers or suppliers?');
  const table = tag.concept.slice('entity.'.length);
  const { columns } = yield* columnsOf(table, database);
  const nouns = clause.all(tag.concept).flatMap(({ covers }) => covers);
  const usable = columns.filter(({ type }) => type !== 'uuid');
  const mentions = findColumns(clause, usable).filter(
    ({ from, to }) => !nouns.includes(from) || to - from > 1,
  );
  const keys = [...new Set(mentions.map(({ column }) => column.key))];
  const alias = table.split('.')[1] ?? table;
  const isGone = clause.has('act.remove');
  if (!isGone && view.joins.some((text) => text.includes(`.${alias} `))) {
    const names = (keys.length > 0 ? keys : ['name']).map((key) => `${alias}.${key}`);
    return changeCall(view, 'column', { operation: 'add', ...named(names) });
  }
  const columnsWanted = keys.length > 0 ? keys : undefined;
  const more = defined({ columns: columnsWanted, join_type: clause.value('join') });
  return changeCall(view, 'join', { operation: isGone ? 'remove' : 'add', table, ...more });
}
