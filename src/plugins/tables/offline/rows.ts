import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { bare, readFilters, readSorts, type WantedFilter } from './filters-and-sorts.js';
import { sayable } from './lexicon.js';
import { allColumns, openTable, recordsOf, some, visible, type TableView } from './table-view.js';
import { valuesOf } from './values.js';

const MAX_ROWS = 10;
const YES_NO = /^(is|are|was|were|does|do|did|has|have)$/;
const [ROWS, TOTALS] = ['query_table_config', 'summarize_table'];

/** A table and what is asked of its rows. */
interface Look {
  reading: kit.Reading;
  view: TableView;
  columns: readonly kit.KnownColumn[];
  /** The tool that answers. */
  name: string;
  args: kit.JsonObject;
  /** Pieces of the sentence that conditions come from. */
  said: readonly string[];
}

/** The first rows, filtered and sorted for this look. */
export const queryTable = (world: kit.World): kit.Plan => answer(world, ROWS);
/** Counts and sums of the rows that fit, in all or by group. */
export const summarize = (world: kit.World): kit.Plan => answer(world, TOTALS);
/** What nothing asks for by its words may be conditions for the rows of what is open. */
export const fragment = (world: kit.World): kit.Plan =>
  world.facts.has('is.open')
    ? answer(world, ROWS, true)
    : kit.saysOnly(kit.sayNotUnderstood(world));

function* answer(world: kit.World, usual: string, isFragment = false): kit.Plan {
  const view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const reading = withoutOpen(world.reading);
  const before = lookBefore(world, view);
  const isTruth = YES_NO.test(reading.lower(0));
  const name = asksTotal(reading) ? TOTALS : isOfRows(reading) ? ROWS : (before?.name ?? usual);
  const { sums, args } = name === TOTALS ? totals(reading, view) : rows(reading, columns);
  const stated = readFilters({ clause: reading, columns, today: world.today }).filter(
    (filter) => !sums.has(filter.said) && !isAskedFor(filter, reading, columns),
  );
  const look: Look = {
    ...{ reading, view, columns, name, args: { ...before?.arguments, ...args, id: view.id } },
    said: stated.map(({ said }) => said),
  };
  const unread = kit.unreadWords(reading, takenBy(look, stated, wantedOf(look, stated)));
  const found = yield* valuesOf(unread, { reading, view, columns, isFragment });
  look.args = { ...piecesOf(found, look), ...look.args };
  const now = [...stated, ...found];
  const filters = [...kept(before?.arguments, now), ...now];
  if (isFragment && Object.keys(args).length + filters.length === 0)
    return kit.sayNotUnderstood(world);
  const wanted = filters.length > 0 ? wantedOf(look, filters) : [];
  const taken = takenBy(look, filters, wanted);
  requireColumns(look, kit.unreadWords(reading, taken));
  kit.requireQuestionRead(reading, taken);
  const isAsked = isTruth && filters.length > 0 && reading.lower(1) !== 'not';
  requireAnswerable(look, isAsked, wanted);
  const data = kit.objectOf(yield* kit.need(name, taken.calls[0]));
  const truth = data['total'] === 0 ? 'No.\n' : 'Yes.\n';
  return `${isAsked ? truth : ''}${conditionsOf(filters)}${kit.sayAny(onlyWanted(data, wanted, filters), name)}`;
}

const isOfRows = (reading: kit.Reading): boolean =>
  YES_NO.test(reading.lower(0)) || /^(which|who)$/.test(reading.lower(0));

const conditionsOf = (filters: readonly WantedFilter[]): string =>
  filters.length > 0 ? `Rows where ${kit.join(filters.map(inWords))}:\n` : '';

/** "which customer is SO-20192 for?" asks for the customer, and names none. */
function isAskedFor(
  { column, operator }: WantedFilter,
  reading: kit.Reading,
  columns: readonly kit.KnownColumn[],
): boolean {
  const asked = reading.first('q.what')?.to;
  const mention = kit.findColumns(reading, columns).find(({ from }) => from === asked);
  return operator === 'contains' && mention?.column.key === column;
}

/** "how many Euro pallets": of a thing that is named, pieces are counted and no rows. */
function piecesOf(found: readonly WantedFilter[], { reading, view, name }: Look): kit.JsonObject {
  const { to = -1 } = reading.all('q.howmany').at(-1) ?? {};
  const start = reading.tokens[to]?.start;
  const isCounted = found.some(
    ({ said }) => start !== undefined && reading.text.startsWith(said, start),
  );
  const keys = reading.language.columnsFor('columns_by_unit', 'piece');
  const pieces = visible(view).filter(({ key }) => keys.includes(key));
  return isCounted && name === TOTALS && pieces[0] ? { sum: [pieces[0].key] } : {};
}

/** "and last month?": the look of the turn before goes on, where this one leaves out what it was about. */
function lookBefore({ transcript, facts }: kit.World, { id }: TableView) {
  const calls = transcript.earlier.at(-1)?.exchanges ?? [];
  const call = calls.findLast(({ name, isError }) => !isError && [ROWS, TOTALS].includes(name));
  return facts.has('has.ellipsis') && call?.arguments['id'] === id ? call : undefined;
}

/** Filters of the look before on other columns than those that are spoken of now. */
function kept(before: kit.JsonObject | undefined, now: readonly WantedFilter[]): WantedFilter[] {
  const old = kit.objectsOf(before?.['filters']) as unknown as WantedFilter[];
  return old.filter(({ column }) => !now.some((filter) => filter.column === column));
}

/** “Open the orders” asks to be shown them; in “the sum of open orders” the word narrows them. */
function withoutOpen(reading: kit.Reading): kit.Reading {
  return reading.without(
    ({ from, to, concept }) =>
      concept === 'act.list' && to === from + 1 && from > 0 && reading.lower(from) === 'open',
  );
}

function asksTotal(reading: kit.Reading): boolean {
  const isCompared = reading.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between');
  const isWorth = reading.says('worth') && !isCompared;
  const isUnits = reading.at(0, 'unit.piece') !== undefined;
  const isTotal = isWorth || isUnits || reading.has('q.howmany|act.group|act.sum');
  return isTotal && !reading.has('dir.*');
}

/** "the phone of Van Dijk": what is asked for must be shown. */
function requireColumns({ reading, view, columns }: Look, unread: readonly string[]): void {
  const lacking = kit
    .findColumns(
      reading,
      columns.filter(({ type }) => type !== 'uuid'),
    )
    .filter(({ column }) => !visible(view).some(({ key }) => key === column.key))
    .filter(({ from }) => unread.includes(reading.tokens[from]?.text ?? ''));
  const [first] = lacking;
  if (first && unread.length <= first.to - first.from)
    kit.giveUp(
      `“${view.name}” does not show ${kit.plain(first.column.key)}. Say “add ${kit.plain(first.column.key)}”, and I prepare a preview of the table with it.`,
    );
}

/** Rows that there are tell neither of all nor of the most, and tell a day only where they show one. */
function requireAnswerable(
  { reading, view, name, args }: Look,
  isAsked: boolean,
  wanted: readonly kit.KnownColumn[],
) {
  const isOfAll = reading.says('all', 'every', 'each', 'always', 'both');
  if (isAsked && (name === TOTALS || args['sort_by'] !== undefined || isOfAll))
    kit.giveUp(
      'I can only say whether there are rows like that, not whether it holds of all or what comes first. Which rows shall I show?',
    );
  if (reading.lower(0) === 'when' && !wanted.some(({ type }) => type === 'datetime'))
    kit.giveUp(`“${view.name}” shows no day on which that was.`);
}

/** "status is cancelled"; what is left out in the words that said so. */
function inWords({ column, operator, value, said = '' }: WantedFilter): string {
  if (operator === 'neq' && typeof value === 'boolean') return `“${said}” does not hold`;
  return kit.conditionWords(`${column} ${operator} ${JSON.stringify(value) ?? ''}`);
}

/** "which customer placed SO-20163": columns that are asked about and shown, where something narrows the rows. */
function wantedOf(
  { reading, view, name, args }: Look,
  filters: readonly WantedFilter[],
): kit.KnownColumn[] {
  const isOfRows = name === ROWS && args['sort_by'] === undefined;
  const isAsked = reading.has('q.what|q.who|q.where|q.when');
  if (!isOfRows || (!isAsked && YES_NO.test(reading.lower(0)))) return [];
  const isWho = reading.has('q.who');
  return kit
    .findColumns(reading, visible(view))
    .filter(({ from }) => !/^(by|per)$/.test(reading.lower(from - 1)))
    .filter(({ from }) => isAsked || reading.at(from, 'entity.*') === undefined)
    .map(({ column }) => column)
    .filter(({ type }) => !(isWho && type === 'datetime'))
    .filter(({ key }) => !filters.some(({ column }) => column === key));
}

/** Of each row what is asked about, what it was found by, and what it is called. */
function onlyWanted(
  data: kit.JsonObject,
  wanted: readonly kit.KnownColumn[],
  filters: readonly WantedFilter[],
): kit.JsonObject {
  if (wanted.length === 0) return data;
  const keys = new Set([...wanted.map(({ key }) => key), ...filters.map(({ column }) => column)]);
  const rows = kit
    .objectsOf(data['rows'])
    .map((row) => Object.entries(row).filter(([key], at) => at === 0 || keys.has(key)));
  return { ...data, rows: rows.map((entries) => Object.fromEntries(entries)) };
}

/** The call with its filters, and what it takes in of the question. */
function takenBy(
  { reading, view, columns, args: bareArgs, said }: Look,
  filters: readonly WantedFilter[],
  wanted: readonly kit.KnownColumn[],
) {
  const args: kit.JsonObject = { ...bareArgs, ...defined({ filters: some(filters.map(bare)) }) };
  const sent = JSON.stringify(args);
  const { concepts, texts } = sayable(['look', ...Object.keys(args)]);
  const shown = columns.filter(({ key }) => sent.includes(`"${key}"`));
  return {
    calls: [args] as const,
    concepts: [
      ...[...concepts, ...recordsOf(view, reading)],
      ...(reading.has('noun.row') ? ['pos.first'] : []),
    ],
    texts: [
      ...[view.name, ...texts, ...shown.map(({ header = '' }) => header)],
      ...wanted.flatMap(({ key, header = '' }) => [kit.plain(key), header]),
    ],
    said: [
      ...said,
      ...kit.findColumns(reading, wanted).map(({ from, to }) => reading.words(from, to)),
    ],
    columns: columns.filter(({ key }) => !wanted.some((column) => column.key === key)),
  };
}

/** How many rows, and in which order. */
function rows(reading: kit.Reading, columns: readonly kit.KnownColumn[]) {
  // An id has no order: "which supplier has the most …" asks for a count.
  const ordered = columns.filter(({ type }) => type !== 'uuid');
  const [sort] = reading.has('dir.*|act.sort') ? readSorts(reading, ordered) : [];
  const order = { sort_by: sort?.column, direction: sort?.direction };
  const args: kit.JsonObject = defined({ rows: rowsWanted(reading), ...order });
  return { args, sums: new Set<string>() };
}

/** What is summed, and by which group. */
function totals(reading: kit.Reading, view: TableView) {
  const group = groupIn(reading, view.columns);
  const numbers = view.columns.filter(({ type }) => type === 'number' || type === 'computed');
  const units = unitsAsked(reading);
  const isSum = reading.has('act.sum') || reading.says('much', 'value', 'worth');
  const found = kit
    .findColumns(reading, isSum || units ? numbers : [])
    .filter(({ column }) => column.key !== group?.key);
  // "how many pieces are reserved": the unit stands for another column only when none is named.
  const others = found.filter(({ from }) => from !== units?.from);
  const named = others.length > 0 ? others : found;
  const counts = reading.all('q.howmany').some(({ to }) => reading.lower(to - 1) !== 'much');
  const isAny = named.length === 0 && isSum && !counts;
  const money = numbers.find(({ format = '' }) => format.startsWith('currency'));
  const usual =
    reading.has('act.sum') || reading.says('money', 'worth') ? (money ?? numbers[0]) : money;
  const summed = isAny && usual ? [usual] : named.map(({ column }) => column);
  const keys = new Set(summed.map(({ key }) => key));
  if (units && keys.size === 0)
    kit.giveUp(`“${view.name}” has no column of ${reading.words(units.from, units.to)} to add up.`);
  const args: kit.JsonObject = defined({ group_by: group?.key, sum: some([...keys]) });
  return { args, sums: new Set(named.map(({ from, to }) => reading.words(from, to))) };
}

/** "how many units": a sum of what they count, and no count of rows. */
function unitsAsked(reading: kit.Reading) {
  const asked = reading.all('q.howmany').map(({ to }) => to);
  return reading.all('unit.piece').find(({ from }) => from === 0 || asked.includes(from));
}

const COUNTED =
  /^(first|top|last|newest|latest|oldest|biggest|largest|cheapest|highest|lowest|rows?|most|smallest|show|records?|entries|examples)$/;

/** "the 5 newest", "first three rows", "top 10". */
function rowsWanted(reading: kit.Reading): number | undefined {
  const records = reading.has('act.list') ? reading.all('entity.*').map(({ from }) => from) : [];
  const isCounted = (at: number) => COUNTED.test(reading.lower(at));
  const count = reading.tokens.find(
    ({ value, unit }, at) =>
      value !== undefined &&
      unit === undefined &&
      (records.includes(at + 1) || isCounted(at - 1) || isCounted(at + 1)),
  );
  const { value } = count ?? {};
  return value === undefined ? undefined : Math.max(1, Math.min(MAX_ROWS, Math.round(value)));
}

function groupIn(reading: kit.Reading, columns: readonly kit.KnownColumn[]) {
  const by = reading.tokens.findLastIndex(({ lower }) => /^(by|per|each|every)$/.test(lower));
  const from = Math.max(reading.all('act.group').at(-1)?.to ?? 0, by + 1);
  if (from === 0) return undefined;
  return kit.findColumns(reading.slice(from, reading.tokens.length), columns)[0]?.column;
}

const LEADS = /^(and|what about|how about|or|only|just|now|but)\b/i;

/** "and last month?": what leaves out what the look of the turn before was about. */
export function isEllipsis(
  reading: kit.Reading,
  { earlier }: Pick<kit.Transcript, 'earlier'>,
): boolean {
  const looked = earlier.at(-1)?.exchanges.some(({ name }) => name === ROWS || name === TOTALS);
  const isShort = reading.tokens.filter(({ kind }) => kind !== 'mark').length <= 8;
  const changes = reading.has('act.add|act.remove|act.hide|act.sort|act.create|act.rename');
  const isLed =
    LEADS.test(reading.text.trim()) || /\bof (?:them|those|these)\b/i.test(reading.text);
  return looked === true && isShort && !changes && isLed;
}
