import {
  findColumns,
  need,
  readConditions,
  requireQuestionRead,
  sayAny,
  type JsonObject,
  type KnownColumn,
  type Plan,
  type Reading,
  type Taken,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { look_texts, looks } from './lexicon.js';
import { readFilters, readSorts } from './row-changes.js';
import { allColumns, openTable, type TableView } from './table-view.js';

const MAX_ROWS = 10;

/** The first rows, filtered and sorted for this look. */
export function* queryTable(world: World): Plan {
  const view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const { reading, today } = world;
  const filters = readFilters(reading, columns, today);
  // An id has no order: "which supplier has the most …" asks for a count.
  const ordered = columns.filter(({ type }) => type !== 'uuid');
  const [sort] = reading.has('dir.*|act.sort') ? readSorts(reading, ordered) : [];
  const rows = rowsWanted(reading);
  const args: JsonObject = {
    id: view.id,
    ...(rows === undefined ? {} : { rows }),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sort === undefined ? {} : { sort_by: sort.column, direction: sort.direction }),
  };
  return yield* look(world, { view, columns, name: 'query_table_config', args });
}

/** Counts and sums, in all or by group; with a filter, how many rows fit it. */
export function* summarize(world: World): Plan {
  const view = yield* openTable(world);
  const { reading, today } = world;
  const group = groupIn(reading, view.columns);
  const sums =
    reading.has('act.sum') || reading.says('much', 'value', 'worth')
      ? sumColumns(reading, view, group)
      : [];
  const counts = group === undefined && reading.has('q.howmany');
  const columns = counts ? yield* allColumns(view) : view.columns;
  const filters = counts && sums.length === 0 ? readFilters(reading, columns, today) : [];
  if (filters.length > 0) {
    const args = { id: view.id, rows: 1, filters };
    return yield* look(world, { view, columns, name: 'query_table_config', args });
  }
  const args = {
    id: view.id,
    ...(group === undefined ? {} : { group_by: group.key }),
    ...(sums.length > 0 ? { sum: sums } : {}),
  };
  return yield* look(world, { view, columns: view.columns, name: 'summarize_table', args });
}

interface Look {
  view: TableView;
  columns: readonly KnownColumn[];
  name: string;
  args: JsonObject;
}

/** Looks when the call takes in the whole question. */
function* look(world: World, wanted: Look): Plan {
  requireQuestionRead(withoutStates(world.reading), takenBy(world, wanted));
  return sayAny(yield* need(wanted.name, wanted.args), wanted.name);
}

/** “Open the orders” asks to be shown them; in “the sum of open orders” the word narrows them. */
function withoutStates(reading: Reading): Reading {
  return reading.without(
    ({ from, to, concept }) =>
      concept === 'act.list' && to === from + 1 && from > 0 && reading.lower(from) === 'open',
  );
}

/** Concepts of every question on rows. */
const ALWAYS =
  'q.what q.who q.any q.howmany act.list act.find noun.row noun.table act.preview noun.entities';

function takenBy({ reading, today }: World, { view, columns, args }: Look): Taken {
  const sent = JSON.stringify(args);
  return {
    calls: [args],
    concepts: [
      ...[ALWAYS, ...Object.keys(args).map((name) => looks[name] ?? '')].join(' ').split(' '),
      ...(reading.has('noun.row') ? ['pos.first'] : []),
      `entity.${view.source}`,
    ],
    texts: [
      ...[
        view.name,
        'example examples',
        ...Object.keys(args).map((name) => look_texts[name] ?? ''),
      ],
      ...columns.flatMap(({ key, header = '' }) => (sent.includes(`"${key}"`) ? [header] : [])),
    ],
    said:
      'filters' in args ? readConditions(reading, { columns, today }).map((test) => test.said) : [],
    columns,
  };
}

const COUNTED = new Set(
  'first top last newest latest oldest biggest largest cheapest highest lowest rows most smallest show row records entries examples'.split(
    ' ',
  ),
);

/** "the 5 newest", "first three rows", "top 10". */
function rowsWanted(reading: Reading): number | undefined {
  const { tokens } = reading;
  const at = tokens.findIndex(({ value, unit }, place) => {
    if (value === undefined || unit !== undefined) return false;
    const record = reading.all('entity.*').some((tag) => tag.from === place + 1);
    const beside = [tokens[place - 1]?.lower ?? '', tokens[place + 1]?.lower ?? ''];
    return (record && reading.has('act.list')) || beside.some((word) => COUNTED.has(word));
  });
  const value = tokens[at]?.value;
  return value === undefined ? undefined : Math.max(1, Math.min(MAX_ROWS, Math.round(value)));
}

function groupIn(reading: Reading, columns: readonly KnownColumn[]): KnownColumn | undefined {
  const by = reading.tokens.findLastIndex(({ lower }) => /^(by|per|each|every)$/.test(lower));
  const from = Math.max(reading.all('act.group').at(-1)?.to ?? -1, by >= 0 ? by + 1 : -1);
  if (from < 0) return undefined;
  return findColumns(reading.slice(from, reading.tokens.length), columns)[0]?.column;
}

function sumColumns(
  reading: Reading,
  { columns }: TableView,
  group: KnownColumn | undefined,
): string[] {
  const numbers = columns.filter(({ type }) => type === 'number' || type === 'computed');
  const named = findColumns(reading, numbers).map(({ column }) => column);
  const found = [...new Set(named)].filter((column) => column !== group);
  const first = reading.has('act.sum') && !reading.has('q.howmany') ? numbers.slice(0, 1) : [];
  return (found.length > 0 ? found : first).map(({ key }) => key);
}
