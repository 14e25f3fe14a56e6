import {
  attempt,
  columnsOf,
  explainFailure,
  findColumns,
  findValues,
  giveUp,
  join,
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
import { readChanges, type ChangeWish } from './changes.js';
import { askColumn, columnCall, columnChanges, computed, named } from './column-changes.js';
import { database, said } from './lexicon.js';
import { filterCalls, sortCall } from './row-changes.js';
import { sayTablePreview } from './say-preview.js';
import { allColumns, openTable, type TableView } from './table-view.js';

/** One change that is wished for, and what its calls are made from. */
interface Wished extends ChangeWish {
  view: TableView;
  /** With those of the database, where the wishes need them. */
  columns: readonly KnownColumn[];
  today: Date;
}

/** Changes a table: read it → apply each change → preview. */
export function* changeTable(world: World): Plan {
  const view = yield* openTable(world);
  const wishes = readChanges(world.reading);
  const isOwn = wishes.every(
    (wish) => wish.kind in columnChanges && wish.kind !== 'remove' && !hidesRows(wish, view),
  );
  const columns = isOwn ? view.columns : yield* allColumns(view);
  const calls: WantedCall[] = [];
  const spared: string[] = [];
  for (const [at, { kind, clause: told }] of wishes.entries()) {
    const [changed, left = ''] = kind === 'filter' ? [told] : withoutSpared(told, view);
    spared.push(left);
    const clause = withPronoun(changed, wishes[at - 1]?.clause, view, world);
    calls.push(...(yield* callsFor({ kind, clause, view, columns, today: world.today })));
  }
  requireAllRead(world.reading, { ...takenBy(calls, wishes, { view, columns, world }), spared });
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
  return yield* preview(yield* openTable(world), world);
}

/** "hide the e-mail but not the phone": the part that names what stays is left aside. */
function withoutSpared(clause: Reading, { columns }: TableView): [Reading, string?] {
  const words = clause.tokens.map(({ lower }) => lower);
  const at = words.findIndex((word, place) => word === 'but' && words[place + 1] === 'not');
  const [before, after] = [clause.slice(0, at), clause.slice(at + 1, words.length)];
  const isBoth = [before, after].every((part) => findColumns(part, columns).length > 0);
  return at > 0 && isBoth ? [before, clause.words(at)] : [clause];
}

/** "align the price left and make it wider": the pronoun stands for the column named before. */
function withPronoun(
  clause: Reading,
  before: Reading | undefined,
  view: TableView,
  { transcript, reading }: World,
): Reading {
  const points = clause.says('it', 'its', 'them', 'that');
  if (!points || findColumns(clause, view.columns).length > 0) return clause;
  const args = transcript.earlier
    .flatMap(({ exchanges }) => exchanges)
    .findLast(({ name, isError }) => name === 'apply_column_change' && !isError)?.arguments;
  const column = before
    ? findColumns(before, view.columns)[0]?.column.key
    : textOf(args?.['column']) || textsOf(args?.['columns'])[0];
  return column === undefined ? clause : reading.again(`${clause.words()} ${column}`);
}

/** What the calls take in: for the account of the request's words. */
function takenBy(
  calls: readonly WantedCall[],
  wishes: readonly ChangeWish[],
  { view, columns, world }: { view: TableView; columns: readonly KnownColumn[]; world: World },
): Taken {
  const sent = JSON.stringify(calls);
  const operations = calls.map((call) => textOf(call.arguments['operation']));
  const filters = calls.filter((call) => call.name === 'apply_filter_change');
  const isFilter = filters.length > 0;
  const turned = filters.some((call) => isTurned(call, world.reading));
  const kinds = wishes
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'hide' || operations.includes('hide') || turned);
  const isShown = operations.some((operation) => /^(hide|show)$/.test(operation));
  return {
    calls: calls.map((call) => call.arguments),
    concepts: [
      ...kinds.flatMap((kind) => said[kind]?.split(' ') ?? []),
      ...(turned ? ['act.remove', 'act.hide', 'cmp.neq'] : []),
      ...(isFilter ? ['cmp.last', 'unit.*', 'act.filter', 'noun.filter', 'format.date'] : []),
      ...['noun.column', 'noun.table', 'noun.row', 'act.add', 'act.list', `entity.${view.source}`],
    ],
    texts: [
      view.name,
      ...columns.flatMap(({ header, key }) => (header && sent.includes(`"${key}"`) ? header : [])),
      isShown ? 'anymore longer again back' : '',
      sent.includes('ordered_at') ? 'placed made' : '',
      !isFilter || operations.includes('replace') ? 'instead' : '',
    ],
    said: wishes.flatMap(({ clause }) =>
      isFilter
        ? readConditions(clause, { columns, today: world.today }).map((test) => test.said)
        : [],
    ),
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

/** "hide cancelled orders" speaks of rows, "hide the status" of a column. */
function hidesRows({ kind, clause }: ChangeWish, view: TableView): boolean {
  // "hide everything that is reserved": a part of a column's name does not make it the column.
  const rows =
    clause.says('everything', 'those', 'ones', 'rows', 'records') && !clause.has('noun.column');
  const told = rows && clause.says('that', 'which', 'who');
  // "the quarantined lots" are rows, though a column is headed "Lot".
  const records = clause
    .all(`entity.${view.source}`)
    .filter(({ from }) => clause.tokens[from]?.lower.endsWith('s'))
    .flatMap(({ covers }) => covers);
  const isNamed = findColumns(clause, view.columns).some(
    ({ score, from }) => !told && !records.includes(from) && (score >= 1 || !rows),
  );
  return kind === 'hide' && !isNamed;
}

function* callsFor(wish: Wished): Part<WantedCall[]> {
  const { kind, clause, view, columns } = wish;
  const rows = hidesRows(wish, view);
  const own = rows ? undefined : columnChanges[kind];
  if (kind === 'rename') return renames(clause).flatMap((part) => own?.(part, view) ?? []);
  if (own && kind !== 'remove') return [own(clause, view)];
  if (kind === 'sort') return [sortCall(clause, view, columns)];
  if (kind === 'join') return [yield* joinCall(wish)];
  if (kind === 'add' || kind === 'show') return yield* addition(wish);
  const isCompared = clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between');
  if (own && !isCompared) {
    if (findColumns(clause, view.columns).length > 0) return [own(clause, view)];
    if (joinOf(clause.value('entity'), view) !== undefined) return [yield* joinCall(wish)];
  }
  const unshown = findColumns(clause, columns).map(({ column }) => plain(column.key));
  const isPlain = clause.has('noun.column') || findValues(clause, columns).length === 0;
  if (kind !== 'filter' && unshown.length > 0 && isPlain && !clause.has('cmp.*|all|entity.*'))
    giveUp(`“${view.name}” does not show ${join(unshown)}, so there is nothing to ${kind}.`);
  return filterCalls(clause, view, columns, wish.today);
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

/** The table of a join that is there already. */
function joinOf(entity: string | undefined, { joins }: TableView): string | undefined {
  const table = entity?.split('.')[1];
  const isThere = joins.some((text) => text.includes(`.${table} `) || text.includes(` ${entity} `));
  return isThere ? table : undefined;
}

/** Adds a column: of the source, of another table (joined for it), calculated, or a hidden one. */
function* addition(wish: Wished): Part<WantedCall[]> {
  const { clause, view, columns } = wish;
  const mentions = findColumns(clause, columns);
  const has = (key: string) => view.columns.some((column) => column.key === key);
  const formula = computed(clause, mentions);
  if (formula) {
    const added = formula.compute.columns.filter((key) => !has(key)).map((column) => ({ column }));
    return [...added, formula].map((args) => columnCall(view, { operation: 'add', ...args }));
  }
  if (isForeign(clause, view, mentions)) return [yield* joinCall(wish)];
  const keys = mentions.filter(({ score }) => score >= 0.5).map(({ column }) => column.key);
  const fresh = keys.filter((key) => !has(key) || view.hidden.has(key));
  if (fresh.length > 0) return [columnCall(view, { operation: 'add', ...named(fresh) })];
  if (wish.kind === 'add' ? clause.has('cmp.*') : keys.length > 0)
    return filterCalls(clause, view, columns, wish.today);
  return giveUp(
    keys.length > 0 && unknownWords(clause).length === 0
      ? `“${view.name}” already shows that column. What shall I change about it?`
      : askColumn(view),
  );
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
  const tag = clause.all('entity.*').find(({ concept }) => concept !== `entity.${view.source}`);
  if (tag === undefined)
    return giveUp('Which table shall be joined, for example customers or suppliers?');
  const table = tag.concept.slice('entity.'.length);
  const { columns } = yield* columnsOf(table, database);
  const nouns = clause.all(tag.concept).flatMap(({ covers }) => covers);
  const usable = columns.filter((column) => column.type !== 'uuid');
  const mentions = findColumns(clause, usable).filter(
    ({ from, to }) => !nouns.includes(from) || to - from > 1,
  );
  const keys = [...new Set(mentions.map((mention) => mention.column.key))];
  const joined = joinOf(table, view);
  const isGone = clause.has('act.remove');
  if (joined !== undefined && !isGone) {
    const names = (keys.length > 0 ? keys : ['name']).map((key) => `${joined}.${key}`);
    return columnCall(view, { operation: 'add', ...named(names) });
  }
  const type = clause.value('join');
  const args = {
    ...{ id: view.id, operation: isGone ? 'remove' : 'add', table },
    ...(keys.length > 0 ? { columns: keys } : {}),
    ...(type === undefined ? {} : { join_type: type }),
  };
  return { name: 'apply_join_change', arguments: args };
}
