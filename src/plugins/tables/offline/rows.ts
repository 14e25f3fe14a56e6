import { defined } from '../../../foundation/defined.js';
import {
  capital,
  columnsOf,
  count,
  entityOf,
  entityWords,
  findColumns,
  findValues,
  givenName,
  giveUp,
  join,
  need,
  needCorrected,
  objectOf,
  objectsOf,
  readConditions,
  requireAllRead,
  requireQuestionRead,
  sayAny,
  textOf,
  type JsonObject,
  type KnownColumn,
  type Plan,
  type Reading,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { readFilters, readSorts } from './filters-and-sorts.js';
import { database, look_texts, looks } from './lexicon.js';
import { allColumns, openTable, type TableView } from './table-view.js';

const MAX_ROWS = 10;
export const READY = 'The preview is ready: nothing is saved until you accept it.';
/** Concepts of every question on rows, and of every wish for a table. */
const ASKING =
  'q.what q.who q.any q.howmany act.list act.find noun.row noun.table act.preview noun.entities';
const BUILDING = 'act.create act.list act.add act.filter noun.table noun.column noun.row noun.name';

/** The first rows, filtered and sorted for this look. */
export function* queryTable(world: World): Plan {
  const { reading, today } = world;
  const view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const filters = readFilters(reading, columns, today);
  // An id has no order: "which supplier has the most …" asks for a count.
  const ordered = columns.filter(({ type }) => type !== 'uuid');
  const [sort] = reading.has('dir.*|act.sort') ? readSorts(reading, ordered) : [];
  return yield* look(
    world,
    { view, columns, name: 'query_table_config' },
    {
      rows: rowsWanted(reading),
      filters: some(filters),
      sort_by: sort?.column,
      direction: sort?.direction,
    },
  );
}

/** Counts and sums, in all or by group; with a filter, how many rows fit it. */
export function* summarize(world: World): Plan {
  const { reading, today } = world;
  const view = yield* openTable(world);
  const group = groupIn(reading, view.columns);
  const isSum = reading.has('act.sum') || reading.says('much', 'value', 'worth');
  const sums = isSum ? sumColumns(reading, view, group) : [];
  if (group === undefined && sums.length === 0 && reading.has('q.howmany')) {
    const columns = yield* allColumns(view);
    const filters = readFilters(reading, columns, today);
    if (filters.length > 0)
      return yield* look(
        world,
        { view, columns, name: 'query_table_config' },
        { rows: 1, filters },
      );
  }
  return yield* look(
    world,
    { view, columns: view.columns, name: 'summarize_table' },
    {
      group_by: group?.key,
      sum: some(sums),
    },
  );
}

/** A list that is left out where it is empty. */
function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length > 0 ? items : undefined;
}

interface Looked {
  view: TableView;
  columns: readonly KnownColumn[];
  name: string;
}

/** Looks when the call takes in the whole question. */
function* look(world: World, { view, columns, name }: Looked, wanted: JsonObject): Plan {
  const { today } = world;
  const args = defined({ id: view.id, ...wanted });
  const fields = Object.keys(args);
  const sent = JSON.stringify(args);
  // “Open the orders” asks to be shown them; in “the sum of open orders” the word narrows them.
  const reading = world.reading.without(
    ({ from, to, concept }) =>
      concept === 'act.list' && to === from + 1 && from > 0 && world.reading.lower(from) === 'open',
  );
  const tests = 'filters' in args ? readConditions(reading, { columns, today }) : [];
  requireQuestionRead(reading, {
    calls: [args],
    concepts: [
      ...[ASKING, ...fields.map((field) => looks[field] ?? '')].join(' ').split(' '),
      ...(reading.has('noun.row') ? ['pos.first'] : []),
      `entity.${view.source}`,
    ],
    texts: [
      ...[view.name, 'example examples', ...fields.map((field) => look_texts[field] ?? '')],
      ...columns.flatMap(({ key, header = '' }) => (sent.includes(`"${key}"`) ? [header] : [])),
    ],
    said: tests.map(({ said }) => said),
    columns,
  });
  return sayAny(yield* need(name, args), name);
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

function sumColumns(reading: Reading, { columns }: TableView, group?: KnownColumn): string[] {
  const numbers = columns.filter(({ type }) => type === 'number' || type === 'computed');
  const named = findColumns(reading, numbers).map(({ column }) => column.key);
  const found = [...new Set(named)].filter((key) => key !== group?.key);
  const isAny = reading.has('act.sum') && !reading.has('q.howmany') && found.length === 0;
  return isAny ? numbers.slice(0, 1).map(({ key }) => key) : found;
}

/** Builds a new table from a kind of record and the columns named. */
export function* buildTable({ reading, today }: World): Plan {
  const source =
    entityOf(reading) ??
    giveUp('What should the table list, for example orders, customers or products?');
  const { columns, references } = yield* columnsOf(source, database);
  const parts = splitWish(reading);
  const nouns = reading.all(`entity.${source}`).flatMap((tag) => tag.covers);
  const usable = columns.filter(({ type }) => type !== 'uuid');
  const named = findColumns(parts.columns, usable).filter(({ from }) => !nouns.includes(from));
  // "with customer name": columns of another table, as `table.name`; "the warehouse department" is none.
  const tables = [...references.values()];
  const values = findValues(parts.columns, columns);
  const linked = parts.columns
    .all('entity.*')
    .filter(({ from }) => !values.some((value) => value.from <= from && from < value.to))
    .map(({ concept }) => concept.slice('entity.'.length))
    .filter((table) => table !== source && tables.includes(table))
    .map((table) => `${table.split('.')[1]}.name`);
  const filters = readFilters(parts.rows, columns, today);
  const sort = reading.has('act.sort|dir.*') ? readSorts(parts.order, columns) : [];
  const own = givenName(reading);
  const usual = `${capital(entityWords(source))} (${filters.length > 0 ? 'filtered' : 'new table'})`;
  const args = defined({
    ...{ name: own ?? usual, source },
    columns: some([...new Set(named.map(({ column }) => column.key)), ...linked]),
    ...{ filters: some(filters), sort: some(sort) },
  });
  requireAllRead(reading, {
    calls: [args],
    concepts: [
      ...BUILDING.split(' '),
      ...(sort.length > 0 ? ['act.sort', 'dir.*', 'pos.first'] : []),
      linked.length > 0 ? 'entity.*' : `entity.${source}`,
    ],
    texts: own === undefined ? [] : [own, 'called named titled'],
    said: readConditions(parts.rows, { columns, today }).map((test) => test.said),
    columns,
  });
  const result = objectOf(yield* needCorrected('preview_table_config', args));
  const shown = objectsOf(objectOf(result['shown'])['columns']);
  const headers = join(shown.map(({ header }) => textOf(header)));
  const rows = count(Number(result['total_rows']), 'row');
  return `I built the table “${textOf(result['table'])}” on ${entityWords(source)} with the columns ${headers}; it shows ${rows}. ${READY}`;
}

/** The parts of a wish for a table: which columns, which rows, which order. */
function splitWish(reading: Reading): { columns: Reading; rows: Reading; order: Reading } {
  const end = reading.tokens.length;
  const sort = reading.first('act.sort')?.from ?? end;
  const rows = reading.first('act.filter|frame.if')?.from ?? end;
  const columns = reading.slice(0, Math.min(sort, rows));
  const order = reading.slice(sort, sort < rows ? rows : end);
  const none = rows === end ? columns : reading.slice(rows, end);
  return { columns, rows: rows < sort ? reading.slice(rows, sort) : none, order };
}
