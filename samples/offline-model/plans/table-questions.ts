import type { JsonObject } from '../../../src/foundation/json.js';
import { sayValidity } from '../answers/rules.js';
import {
  sayBlocks,
  sayForm,
  sayList,
  sayOutline,
  sayPage,
  sayReference,
  sayRows,
  saySummary,
  saySurfaces,
  sayTable,
  sayTablePreview,
  sayTables,
  sayTypes,
} from '../answers/tables.js';
import { bullets, capital, entityWords, objectOf, objectsOf, textOf } from '../answers/words.js';
import { referenceTopics } from '../lexicon/tables.js';
import { entityOf } from '../reading/automation.js';
import type { Taken } from '../audit/account.js';
import { requireAllRead, requireQuestionRead } from '../audit/refusal.js';
import { findColumns, type KnownColumn } from '../reading/columns.js';
import { readConditions } from '../reading/conditions.js';
import { givenName } from '../reading/texts.js';
import type { Reading } from '../reading/reading.js';
import { giveUp, need, type Part, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { columnsOf } from './columns.js';
import { needCorrected } from './correction.js';
import { namedIn } from './names.js';
import { readFilters, readSorts } from './row-changes.js';
import { allColumns, openTable, whichTable, type TableView } from './table-view.js';

/** All saved tables. */
export function* listTables({ reading }: World): Plan {
  const entity = entityOf(reading);
  const search = entity?.split('.')[1];
  return sayTables(yield* need('list_table_configs', search === undefined ? {} : { search }));
}

/** How a table is built. */
export function* explainTable(world: World): Plan {
  const table = yield* whichTable(world);
  return sayTable(yield* need('get_table_config', { id: table.id }));
}

const MAX_ROWS = 10;

/** The first rows, filtered and sorted for this look. */
export function* queryTable(world: World): Plan {
  const view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const { reading, today } = world;
  const filters = readFilters(reading, columns, today);
  const [sort] = reading.has('dir.*|act.sort') ? readSorts(reading, columns) : [];
  const rows = rowsWanted(reading);
  const args: JsonObject = {
    id: view.id,
    ...(rows === undefined ? {} : { rows }),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sort === undefined ? {} : { sort_by: sort.column, direction: sort.direction }),
  };
  requireQuestionRead(reading, asked(reading, args, view, columns, today));
  return sayRows(yield* need('query_table_config', args));
}

/** What a look at rows or totals takes of the question. */
function asked(
  reading: Reading,
  args: JsonObject,
  view: TableView,
  columns: readonly KnownColumn[],
  today: Date,
): Taken {
  const filtered = Array.isArray(args['filters']);
  const summed = Array.isArray(args['sum']);
  return {
    calls: [args],
    concepts: [
      ...[
        'q.what',
        'q.who',
        'q.any',
        'q.howmany',
        'act.list',
        'act.find',
        'noun.row',
        'noun.table',
        'act.preview',
      ],
      ...[`entity.${view.source}`, 'noun.entities'],
      ...('sort_by' in args ? ['dir.*', 'act.sort', 'pos.first', 'pos.last'] : []),
      ...('rows' in args || reading.has('noun.row') ? ['pos.first'] : []),
      ...(summed ? ['act.sum', 'noun.value'] : []),
      ...('group_by' in args ? ['act.group', 'frame.when', 'noun.column'] : []),
      ...(filtered ? ['act.filter', 'cmp.last', 'unit.*', 'frame.if'] : []),
    ],
    texts: [
      view.name,
      'example examples',
      ...(summed ? ['sum total much worth'] : []),
      ...('rows' in args ? ['first top example examples'] : []),
      ...('group_by' in args ? ['per by each'] : []),
      ...headersOf(args, columns),
    ],
    said: filtered ? readConditions(reading, { columns, today }).map((test) => test.said) : [],
    columns,
  };
}

function headersOf(args: JsonObject, columns: readonly KnownColumn[]): string[] {
  const sent = JSON.stringify(args);
  return columns.flatMap(({ key, header }) =>
    header && sent.includes(`"${key}"`) ? [header] : [],
  );
}

/** "the 5 newest", "first three rows", "top 10". */
function rowsWanted(reading: Reading): number | undefined {
  const words = [
    'first',
    'top',
    'last',
    'newest',
    'latest',
    'oldest',
    'biggest',
    'largest',
    'cheapest',
    'highest',
    'lowest',
    'rows',
    'most',
    'smallest',
    'show',
    'row',
    'records',
    'entries',
    'examples',
  ];
  for (const [at, token] of reading.tokens.entries()) {
    if (token.value === undefined || token.unit !== undefined) continue;
    const beside = [reading.tokens[at - 1]?.lower ?? '', reading.tokens[at + 1]?.lower ?? ''];
    const counted =
      reading.all('entity.*').some((tag) => tag.from === at + 1) && reading.has('act.list');
    if (counted || beside.some((word) => words.includes(word)))
      return Math.max(1, Math.min(MAX_ROWS, Math.round(token.value)));
  }
  return undefined;
}

/** Counts and sums, in all or by group. */
export function* summarize(world: World): Plan {
  const view = yield* openTable(world);
  const { reading } = world;
  const groupColumn = groupIn(reading, view.columns);
  const numbers = view.columns.filter(
    (column) => column.type === 'number' || column.type === 'computed',
  );
  const sums =
    reading.has('act.sum') || reading.says('much', 'value', 'worth')
      ? sumColumns(reading, numbers, groupColumn)
      : [];
  const args = {
    id: view.id,
    ...(groupColumn === undefined ? {} : { group_by: groupColumn.key }),
    ...(sums.length > 0 ? { sum: sums.map((column) => column.key) } : {}),
  };
  const columns = yield* filterColumns(reading, view, groupColumn);
  const filters = columns === undefined ? [] : readFilters(reading, columns, world.today);
  if (filters.length > 0 && groupColumn === undefined && sums.length === 0) {
    const look = { id: view.id, rows: 1, filters };
    requireQuestionRead(reading, asked(reading, look, view, columns ?? [], world.today));
    return sayRows(yield* need('query_table_config', look));
  }
  requireQuestionRead(reading, asked(reading, args, view, view.columns, world.today));
  return saySummary(yield* need('summarize_table', args));
}

/** Columns to read a filter from, when the question holds one: "how many orders are cancelled". */
function* filterColumns(
  reading: Reading,
  view: Parameters<typeof allColumns>[0],
  group: KnownColumn | undefined,
): Part<KnownColumn[] | undefined> {
  if (group !== undefined || !reading.has('q.howmany')) return undefined;
  return yield* allColumns(view);
}

function groupIn(reading: Reading, columns: readonly KnownColumn[]): KnownColumn | undefined {
  const tag = reading.all('act.group').at(-1) ?? undefined;
  const by = reading.tokens.findLastIndex((token) =>
    ['by', 'per', 'each', 'every'].includes(token.lower),
  );
  const from = Math.max(tag?.to ?? -1, by >= 0 ? by + 1 : -1);
  if (from < 0) return undefined;
  const behind = reading.slice(from, reading.tokens.length);
  return findColumns(behind, columns)[0]?.column;
}

function sumColumns(
  reading: Reading,
  numbers: readonly KnownColumn[],
  group: KnownColumn | undefined,
): KnownColumn[] {
  const named = findColumns(reading, numbers).map((mention) => mention.column);
  const unique = [...new Set(named)].filter((column) => column !== group);
  return unique.length > 0
    ? unique
    : numbers.slice(0, reading.has('act.sum') && !reading.has('q.howmany') ? 1 : 0);
}

/** Whether a table is valid. */
export function* validateTable(world: World): Plan {
  const table = yield* whichTable(world);
  return sayValidity(yield* need('validate_table_config', { id: table.id }));
}

/** The config language, in all or by topic. */
export function* reference({ reading }: World): Plan {
  const topic = reading.tokens
    .map((token) => referenceTopics[token.lower] ?? referenceTopics[token.stem])
    .find(Boolean);
  return sayReference(
    yield* need('discover_table_reference', topic === undefined ? {} : { topic }),
  );
}

/** What can be configured at all. */
export function* surfaces(): Plan {
  return saySurfaces(yield* need('discover_config_surfaces'));
}

/** Kinds of form field. */
export function* fieldTypes(): Plan {
  return sayTypes(yield* need('discover_field_types'), 'field_types', 'field type');
}

/** Kinds of page block. */
export function* contentTypes(): Plan {
  return sayTypes(yield* need('discover_content_types'), 'content_types', 'kind of block');
}

/** All pages. */
export function* listPages(): Plan {
  return sayList(yield* need('list_pages'), 'pages', 'page');
}

/** All forms. */
export function* listForms(): Plan {
  return sayList(yield* need('list_forms'), 'forms', 'form');
}

/** A page or form by the words of the sentence; a single one that mentions the same kind of record; else asks. */
function* whichPart(world: World, tool: string, field: string, noun: string): Part<string> {
  const data = objectOf(yield* need(tool, {}));
  const items = objectsOf(data[field]).map((item) => ({
    id: textOf(item['id']),
    name: textOf(item['name']),
    title: textOf(item['title']),
    entity: textOf(item['entity']),
  }));
  const entity = entityOf(world.reading);
  const found =
    namedIn(items, world.reading)[0] ??
    items.find((item) => entity !== undefined && item.entity === entity) ??
    items.find(
      (item) =>
        entity !== undefined && item.name.toLowerCase().includes(entityWords(entity).slice(0, 6)),
    ) ??
    spoken(items, world);
  return (
    found?.name ??
    giveUp(
      `These are the ${noun}s:\n${bullets(items.map((item) => item.name))}\n\nWhich ${noun} do you mean?`,
    )
  );
}

function spoken<T extends { name: string }>(items: readonly T[], world: World): T | undefined {
  if (!world.facts.has('is.pointed')) return undefined;
  const last = world.transcript.earlier.at(-1);
  return items.find((item) =>
    `${last?.user ?? ''} ${last?.assistant ?? ''}`.toLowerCase().includes(item.name.toLowerCase()),
  );
}

/** One page's own settings. */
export function* page(world: World): Plan {
  const name = yield* whichPart(world, 'list_pages', 'pages', 'page');
  return sayPage(yield* need('get_page_config', { page: name }));
}

/** What is on a page. */
export function* pageContent(world: World): Plan {
  const name = yield* whichPart(world, 'list_pages', 'pages', 'page');
  return sayBlocks(yield* need('get_page_content', { page: name }));
}

/** A look at a page as it would be. */
export function* previewPage(world: World): Plan {
  const name = yield* whichPart(world, 'list_pages', 'pages', 'page');
  return sayOutline(yield* need('preview_page_config', { page: name }), 'page');
}

/** A form's fields. */
export function* form(world: World): Plan {
  const name = yield* whichPart(world, 'list_forms', 'forms', 'form');
  return sayForm(yield* need('get_form_definition', { form: name }));
}

/** A look at a form as it would be. */
export function* previewForm(world: World): Plan {
  const name = yield* whichPart(world, 'list_forms', 'forms', 'form');
  return sayOutline(yield* need('preview_form', { form: name }), 'form');
}

/** Builds a new table from a kind of record and the columns named. */
export function* buildTable(world: World): Plan {
  const { reading, today } = world;
  const source =
    entityOf(reading) ??
    giveUp('What should the table list, for example orders, customers or products?');
  const { columns } = yield* columnsOf(source);
  const parts = splitWish(reading);
  const nouns = reading.all(`entity.${source}`).flatMap((tag) => tag.covers);
  const mentions = findColumns(
    parts.columns,
    columns.filter((column) => column.type !== 'uuid'),
  );
  const wanted = [
    ...new Set(
      mentions
        .filter((mention) => !nouns.includes(mention.from))
        .map((mention) => mention.column.key),
    ),
  ];
  const linked = linkedColumns(parts.columns, source);
  const filters = readFilters(parts.rows, columns, today);
  const sort = reading.has('act.sort|dir.*') ? readSorts(parts.order, columns) : [];
  const own = givenName(reading);
  const name = own ?? capital(entityWords(source)) + suffix(filters);
  const args = {
    name,
    source,
    ...(wanted.length + linked.length > 0 ? { columns: [...wanted, ...linked] } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sort.length > 0 ? { sort } : {}),
  };
  requireAllRead(reading, {
    calls: [args],
    concepts: [
      ...BUILDING,
      ...(sort.length > 0 ? ['act.sort', 'dir.*', 'pos.first'] : []),
      linked.length > 0 ? 'entity.*' : `entity.${source}`,
    ],
    texts: own === undefined ? [] : [own, 'called named titled'],
    said: readConditions(parts.rows, { columns, today }).map((test) => test.said),
    columns,
  });
  return sayTablePreview(yield* needCorrected('preview_table_config', args));
}

const BUILDING =
  'act.create act.list act.add act.filter noun.table noun.column noun.row noun.name'.split(' ');

/** A name that is hardly taken yet. */
function suffix(filters: readonly unknown[]): string {
  return filters.length > 0 ? ' (filtered)' : ' (new table)';
}

/** The parts of a wish for a table: which columns, which rows, which order. */
function splitWish(reading: Reading): { columns: Reading; rows: Reading; order: Reading } {
  const end = reading.tokens.length;
  const sort = reading.first('act.sort')?.from ?? end;
  const rows = reading.first('act.filter|frame.if')?.from ?? end;
  const cut = Math.min(sort, rows);
  const order = sort < rows ? reading.slice(sort, rows) : reading.slice(sort, end);
  const filtered =
    rows < sort
      ? reading.slice(rows, sort)
      : rows < end
        ? reading.slice(rows, end)
        : reading.slice(0, cut);
  return { columns: reading.slice(0, cut), rows: filtered, order };
}

/** "with customer name": columns of another table, as `table.name`. */
function linkedColumns(reading: Reading, source: string): string[] {
  const others = reading.all('entity.*').filter((tag) => tag.concept.slice(7) !== source);
  return others.map((tag) => `${tag.concept.slice(7).split('.')[1] ?? ''}.name`);
}
