import { defined } from '../../../foundation/defined.js';
import {
  conditionWords,
  findColumns,
  giveUp,
  join,
  need,
  objectOf,
  objectsOf,
  plain,
  requireQuestionRead,
  sayAny,
  sayNotUnderstood,
  saysOnly,
  unreadWords,
  type JsonObject,
  type KnownColumn,
  type Plan,
  type Reading,
  type Taken,
  type Transcript,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { readFilters, readSorts, type WantedFilter } from './filters-and-sorts.js';
import { sayable } from './lexicon.js';
import { allColumns, openTable, visible, type TableView } from './table-view.js';
import { valuesOf } from './values.js';

const MAX_ROWS = 10;
const YES_NO = /^(is|are|was|were|does|do|did|has|have)$/;
const [ROWS, TOTALS] = ['query_table_config', 'summarize_table'];

/** A table and what is asked of its rows. */
interface Look {
  world: World;
  view: TableView;
  columns: readonly KnownColumn[];
  name: string;
  args: JsonObject;
  filters: readonly WantedFilter[];
}

/** The first rows, filtered and sorted for this look. */
export const queryTable = (world: World): Plan => answer(world, ROWS);
/** Counts and sums of the rows that fit, in all or by group. */
export const summarize = (world: World): Plan => answer(world, TOTALS);
/** What nothing asks for by its words may be conditions for the rows of what is open. */
export const fragment = (world: World): Plan =>
  world.facts.has('is.open') ? answer(world, ROWS, true) : saysOnly(sayNotUnderstood(world));

function* answer(world: World, usual: string, isFragment = false): Plan {
  const view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const reading = withoutOpen(world.reading);
  const before = lookBefore(world, view);
  const name = asksTotal(reading)
    ? TOTALS
    : YES_NO.test(reading.lower(0))
      ? ROWS
      : (before?.name ?? usual);
  const { sums, args } = name === TOTALS ? totals(reading, view) : rows(reading, columns);
  const filters = readFilters(reading, columns, world.today).filter(({ said }) => !sums.has(said));
  const goesOn = { ...before?.arguments, ...args, id: view.id };
  const asked: Look = { world: { ...world, reading }, view, columns, name, args: goesOn, filters };
  const unread = unreadWords(
    reading,
    takenBy(
      { ...asked, args: { ...goesOn, filters: filters.map(bare) } },
      wantedOf(asked, filters),
    ),
  );
  const found = yield* valuesOf(unread, { reading, view, columns, tool: ROWS, isFragment });
  const all = [...kept(before?.arguments, [...filters, ...found]), ...filters, ...found];
  if (isFragment && Object.keys(args).length + all.length === 0) return sayNotUnderstood(world);
  return yield* told(asked, all);
}

/** "and last month?": the look of the turn before goes on, where this one leaves out what it was about. */
function lookBefore({ transcript, facts }: World, { id }: TableView) {
  const calls = transcript.earlier.at(-1)?.exchanges ?? [];
  const call = calls.findLast(({ name, isError }) => !isError && [ROWS, TOTALS].includes(name));
  return facts.has('has.ellipsis') && call?.arguments['id'] === id ? call : undefined;
}

/** Filters of the look before on other columns than those that are spoken of now. */
function kept(before: JsonObject | undefined, now: readonly WantedFilter[]): WantedFilter[] {
  const old = objectsOf(before?.['filters']) as unknown as WantedFilter[];
  return old.filter(({ column }) => !now.some((filter) => filter.column === column));
}

/** “Open the orders” asks to be shown them; in “the sum of open orders” the word narrows them. */
function withoutOpen(reading: Reading): Reading {
  return reading.without(
    ({ from, to, concept }) =>
      concept === 'act.list' && to === from + 1 && from > 0 && reading.lower(from) === 'open',
  );
}

function asksTotal(reading: Reading): boolean {
  const isCompared = reading.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between');
  const isWorth = reading.says('worth') && !isCompared;
  return (isWorth || reading.has('q.howmany|act.group|act.sum')) && !reading.has('dir.*');
}

/** Calls the tool when call and answer take in the whole question. */
function* told({ world, view, columns, name, args, filters }: Look, all: readonly WantedFilter[]) {
  const { reading } = world;
  const sent: JsonObject = { ...args, ...defined({ filters: some(all.map(bare)) }) };
  const wanted = all.length > 0 ? wantedOf({ world, view, name, args }, all) : [];
  requireQuestionRead(
    reading,
    takenBy({ world, view, columns, name, args: sent, filters }, wanted),
  );
  const isAsked = all.length > 0 && YES_NO.test(reading.lower(0)) && reading.lower(1) !== 'not';
  requireAnswerable({ world, view, columns, name, args, filters }, isAsked, wanted);
  const data = objectOf(yield* need(name, sent));
  const truth = isAsked ? `${data['total'] === 0 ? 'No' : 'Yes'}.\n` : '';
  const which = all.length === 0 ? '' : `Rows where ${join(all.map(inWords))}:\n`;
  return `${truth}${which}${sayAny(onlyWanted(data, wanted, all), name)}`;
}

/** Rows that there are tell neither of all nor of the most, and tell a day only where they show one. */
function requireAnswerable(
  { world, view, name, args }: Look,
  isAsked: boolean,
  wanted: readonly KnownColumn[],
) {
  const { reading } = world;
  const isRanked =
    name === TOTALS ||
    args['sort_by'] !== undefined ||
    reading.says('all', 'every', 'each', 'always', 'both');
  if (isAsked && isRanked)
    giveUp(
      'I can only say whether there are rows like that, not whether it holds of all or what comes first. Which rows shall I show?',
    );
  if (reading.lower(0) === 'when' && !wanted.some(({ type }) => type === 'datetime'))
    giveUp(`“${view.name}” shows no day on which that was.`);
}

/** "status is cancelled"; what is left out in the words that said so. */
function inWords({ column, operator, value, said = '' }: WantedFilter): string {
  if (operator === 'neq' && typeof value === 'boolean') return `“${said}” does not hold`;
  return conditionWords(`${column} ${operator} ${JSON.stringify(value) ?? ''}`);
}

export const bare = ({ column, operator, value }: WantedFilter) => ({
  ...{ column, operator },
  ...defined({ value }),
});

/** "which customer placed SO-20163": columns that are asked about and shown, where something narrows the rows. */
function wantedOf(
  { world: { reading }, view, name, args }: Pick<Look, 'world' | 'view' | 'name' | 'args'>,
  filters: readonly WantedFilter[],
): KnownColumn[] {
  const isOfRows = name === ROWS && args['sort_by'] === undefined;
  if (!isOfRows || !reading.has('q.what|q.who|q.where|q.when')) return [];
  const mentions = findColumns(reading, visible(view)).map(({ column }) => column);
  const isWho = reading.has('q.who');
  return mentions.filter(
    ({ key, type }) =>
      !(isWho && type === 'datetime') && !filters.some(({ column }) => column === key),
  );
}

/** Of each row what is asked about, what it was found by, and what it is called. */
function onlyWanted(
  data: JsonObject,
  wanted: readonly KnownColumn[],
  filters: readonly WantedFilter[],
): JsonObject {
  if (wanted.length === 0) return data;
  const keys = new Set([...wanted.map(({ key }) => key), ...filters.map(({ column }) => column)]);
  const rows = objectsOf(data['rows']).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key], at) => at === 0 || keys.has(key))),
  );
  return { ...data, rows };
}

function takenBy({ world, view, columns, args, filters }: Look, wanted: readonly KnownColumn[]) {
  const sent = JSON.stringify(args);
  const isShown = ({ key }: KnownColumn) => sent.includes(`"${key}"`);
  const { concepts, texts } = sayable(['look', ...Object.keys(args)]);
  const taken: Taken = {
    calls: [args],
    concepts: [
      ...concepts,
      ...(world.reading.has('noun.row') ? ['pos.first'] : []),
      `entity.${view.source}`,
    ],
    texts: [
      ...[view.name, ...texts],
      ...columns.flatMap((column) => (isShown(column) ? [column.header ?? ''] : [])),
      ...wanted.flatMap(({ key, header = '' }) => [plain(key), header]),
    ],
    said: [
      ...filters.map(({ said }) => said),
      ...findColumns(world.reading, wanted).map(({ from, to }) => world.reading.words(from, to)),
    ],
    columns: columns.filter(({ key }) => !wanted.some((column) => column.key === key)),
  };
  return taken;
}

/** How many rows, and in which order. */
function rows(reading: Reading, columns: readonly KnownColumn[]) {
  // An id has no order: "which supplier has the most …" asks for a count.
  const ordered = columns.filter(({ type }) => type !== 'uuid');
  const [sort] = reading.has('dir.*|act.sort') ? readSorts(reading, ordered) : [];
  const args: JsonObject = defined({
    ...{ rows: rowsWanted(reading), sort_by: sort?.column, direction: sort?.direction },
  });
  return { args, sums: new Set<string>() };
}

/** What is summed, and by which group. */
function totals(reading: Reading, view: TableView) {
  const group = groupIn(reading, view.columns);
  const isSum = reading.has('act.sum') || reading.says('much', 'value', 'worth');
  const units = unitsAsked(reading);
  const found = isSum || units ? sumColumns(reading, view, group) : [];
  // "how many pieces are reserved": the unit stands for another column only when none is named.
  const others = found.filter(({ from }) => units === undefined || from !== units.from);
  const named = others.length > 0 ? others : found;
  const numbers = numbersOf(view).slice(0, 1);
  const isAny = named.length === 0 && reading.has('act.sum') && !reading.has('q.howmany');
  const keys = isAny ? numbers.map(({ key }) => key) : named.map(({ column }) => column.key);
  if (units && keys.length === 0)
    giveUp(`“${view.name}” has no column of ${reading.words(units.from, units.to)} to add up.`);
  const args: JsonObject = defined({ group_by: group?.key, sum: some([...new Set(keys)]) });
  return { args, sums: new Set(named.map(({ from, to }) => reading.words(from, to))) };
}

/** "how many units": a sum of what they count, and no count of rows. */
function unitsAsked(reading: Reading) {
  const asked = reading.all('q.howmany').map(({ to }) => to);
  return reading.all('unit.piece').find(({ from }) => asked.includes(from));
}

function numbersOf({ columns }: TableView): KnownColumn[] {
  return columns.filter(({ type }) => type === 'number' || type === 'computed');
}

function sumColumns(reading: Reading, view: TableView, group?: KnownColumn) {
  return findColumns(reading, numbersOf(view)).filter(({ column }) => column.key !== group?.key);
}

/** A list that is left out where it is empty. */
export function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length > 0 ? items : undefined;
}

const COUNTED =
  /^(first|top|last|newest|latest|oldest|biggest|largest|cheapest|highest|lowest|rows?|most|smallest|show|records?|entries|examples)$/;

/** "the 5 newest", "first three rows", "top 10". */
function rowsWanted(reading: Reading): number | undefined {
  const { tokens } = reading;
  const records = reading.has('act.list') ? reading.all('entity.*').map(({ from }) => from) : [];
  const value = tokens.find(
    (token, at) =>
      token.value !== undefined &&
      token.unit === undefined &&
      (records.includes(at + 1) ||
        COUNTED.test(reading.lower(at - 1)) ||
        COUNTED.test(reading.lower(at + 1))),
  )?.value;
  return value === undefined ? undefined : Math.max(1, Math.min(MAX_ROWS, Math.round(value)));
}

function groupIn(reading: Reading, columns: readonly KnownColumn[]): KnownColumn | undefined {
  const by = reading.tokens.findLastIndex(({ lower }) => /^(by|per|each|every)$/.test(lower));
  const from = Math.max(reading.all('act.group').at(-1)?.to ?? 0, by + 1);
  if (from === 0) return undefined;
  return findColumns(reading.slice(from, reading.tokens.length), columns)[0]?.column;
}

const LEADS = /^(and|what about|how about|or|only|just|now|but)\b/i;

/** "and last month?": what leaves out what the look of the turn before was about. */
export function isEllipsis(reading: Reading, { earlier }: Pick<Transcript, 'earlier'>): boolean {
  const looked = earlier.at(-1)?.exchanges.some(({ name }) => name === ROWS || name === TOTALS);
  const isShort = reading.tokens.filter(({ kind }) => kind !== 'mark').length <= 6;
  const changes = reading.has('act.add|act.remove|act.hide|act.sort|act.create|act.rename');
  return looked === true && isShort && !changes && LEADS.test(reading.text.trim());
}
