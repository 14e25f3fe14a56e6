import type { JsonObject } from '../../../foundation/json.js';
import { unreadWords } from '../../../../samples/offline-model/audit/account.js';
import { quoteWords } from '../../../../samples/offline-model/audit/refusal.js';
import { join, plain } from '../../../../samples/offline-model/answers/words.js';
import { operators } from '../../../../samples/offline-model/lexicon.js';
import {
  findColumns,
  type KnownColumn,
} from '../../../../samples/offline-model/reading/columns.js';
import {
  readConditions,
  type ReadCondition,
} from '../../../../samples/offline-model/reading/conditions.js';
import { countryName } from '../../../../samples/offline-model/reading/countries.js';
import type { Reading } from '../../../../samples/offline-model/reading/reading.js';
import { byPreposition } from '../../../../samples/offline-model/reading/values-of-columns.js';
import { giveUp, type WantedCall } from '../../../../samples/offline-model/steps.js';
import type { TableView } from './table-view.js';

/** A filter as the table tools take it. */
export interface WantedFilter {
  column: string;
  operator: string;
  value?: unknown;
}

/** The filters that a part of a sentence states on the columns. */
export function readFilters(
  clause: Reading,
  columns: readonly KnownColumn[],
  today: Date,
): WantedFilter[] {
  const tests = readConditions(clause, { columns, today });
  const turned =
    clause.has('act.hide') ||
    (clause.has('act.remove') && !clause.has('noun.filter')) ||
    clause.says('except', 'exclude', 'excluding', 'without', 'but');
  if (clause.says('unless'))
    giveUp(
      'I cannot take in “unless” here: rows are kept by conditions that all hold. Which rows do you want to keep?',
    );
  const found = tests.flatMap((test) =>
    (turned && test.comparison !== 'neq' ? opposite(test) : [test]).map(toFilter),
  );
  const named = byPreposition(clause, columns)
    .map(({ column, value }) => {
      const operator = turned ? 'neq' : isCode(value) ? 'eq' : 'contains';
      return { column: column.key, operator, value };
    })
    .filter(({ column }) => !found.some((filter) => filter.column === column));
  // What is left out by two columns at once is not what two filters leave out.
  return turned && found.length > 0 ? found : [...found, ...named];
}

/** Rows left out: of several values each by itself; what has no opposite is not guessed at. */
function opposite(test: ReadCondition): ReadCondition[] {
  if (test.comparison === 'in' && Array.isArray(test.value))
    return test.value.map((value) => ({ ...test, comparison: 'neq', value }));
  const comparison = operators[test.comparison].opposite;
  if (comparison === undefined)
    return giveUp(
      `I cannot leave out rows by “${test.said}”, only keep them. Which rows do you want to keep?`,
    );
  return [{ ...test, comparison }];
}

/** A code is the whole of what its column holds. */
function isCode(value: string): boolean {
  return countryName(value) !== undefined;
}

function toFilter({ column, comparison, value }: ReadCondition): WantedFilter {
  const operator =
    column.type === 'string' && comparison === 'eq' && typeof value === 'string' && !isCode(value)
      ? 'contains'
      : operators[comparison].filter;
  return { column: column.key, operator, ...(value === undefined ? {} : { value }) };
}

/** The calls for a change of filters: clear, remove, or add one per test. */
export function filterCalls(
  clause: Reading,
  view: TableView,
  columns: readonly KnownColumn[],
  today: Date,
): WantedCall[] {
  const call = (args: JsonObject): WantedCall => ({
    name: 'apply_filter_change',
    arguments: { id: view.id, ...args },
  });
  const removing =
    clause.has('act.remove') &&
    (clause.has('noun.filter') || !clause.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte'));
  const mentions = findColumns(clause, columns);
  if (removing && clause.has('noun.filter')) {
    const keys = [...new Set(mentions.map((mention) => mention.column.key))];
    if (keys.length === 0) return [call({ operation: 'clear' })];
    return keys.map((column) => call({ operation: 'remove', column }));
  }
  const filters = readFilters(clause, columns, today);
  if (filters.length > 0)
    return filters.map((filter) => call(besideThere(filter, filters, clause, view)));
  const [mention] = mentions;
  const chosen = clause.says('pick', 'choose', 'select', 'themselves', 'dynamic') && mention;
  if (chosen)
    return [call({ operation: 'add', column: chosen.column.key, operator: 'eq', dynamic: true })];
  const told = ['act.*', 'noun.*', 'entity.*', 'frame.*'];
  const words = unreadWords(clause, { calls: [], concepts: told, texts: [view.name], columns });
  const named =
    words.length > 0 ? `I could make nothing of ${quoteWords(words, clause)} here. ` : '';
  return giveUp(`${named}${askFilter(columns, view)}`);
}

/** What has to be one value cannot be another too: both by "too", the new one by "instead", else asked. */
function besideThere(
  filter: WantedFilter,
  wanted: readonly WantedFilter[],
  clause: Reading,
  view: TableView,
): JsonObject {
  if (clause.says('instead', 'replace', 'change')) return { operation: 'replace', ...filter };
  const { column, operator, value } = filter;
  const start = `${column} = `;
  const there = view.filters.find((text) => text.startsWith(start))?.slice(start.length);
  const isOther = operator === 'eq' && /^[^(]/.test(there ?? '') && there !== String(value);
  if (!isOther || wanted.length > 1 || value === true || value === false)
    return { operation: 'add', ...filter };
  if (clause.says('too', 'also', 'well'))
    return { operation: 'replace', column, operator: 'in', value: [there, value] };
  return giveUp(
    `“${view.name}” already shows only rows with ${plain(column)} ${there}, and no row is both. Say “${String(value)} instead”, or “${String(value)} too” for rows with either.`,
  );
}

function askFilter(columns: readonly KnownColumn[], view: TableView): string {
  const names = columns
    .filter((column) => column.type !== 'uuid' && !view.hidden.has(column.key))
    .map((column) => column.header ?? plain(column.key));
  return `Which rows should “${view.name}” show? Name a column and a value, for example “only where ${names[0] ?? 'name'} is …”. It has ${join(names.slice(0, 10))}. What is the filter?`;
}

/** A column to sort by. */
export interface WantedSort {
  column: string;
  direction: 'asc' | 'desc';
}

/** The sorts that a part of a sentence asks for, the most important first. */
export function readSorts(clause: Reading, columns: readonly KnownColumn[]): WantedSort[] {
  const sortable = columns.filter((column) => column.type !== 'computed');
  const isRanked = clause.says(...SUPERLATIVES);
  const records = new Set(clause.all('entity.*').flatMap(({ covers }) => covers));
  const sorting = clause.first('act.sort')?.from ?? 0;
  // "newest first" says which way, and is no first name.
  const ways = new Set(
    clause.all('dir.*').flatMap(({ covers }) => (covers.length > 1 ? covers : [])),
  );
  // "the suppliers sorted by rating": what is sorted is no column to sort by.
  const mentions = findColumns(clause, sortable)
    .filter(({ from }) => !ways.has(from) && (!records.has(from) || (!isRanked && from > sorting)))
    .filter(
      (mention, at, all) =>
        all.findIndex((other) => other.column.key === mention.column.key) === at,
    );
  const directions = clause.all('dir.*');
  const sorts = mentions.map((mention, at) => {
    const next = mentions[at + 1]?.from ?? clause.tokens.length;
    const behind = directions.find((tag) => tag.from >= mention.from && tag.from < next);
    const before = at === 0 ? directions.find((tag) => tag.to <= mention.from) : undefined;
    const direction =
      (behind ?? before)?.concept === 'dir.desc' ? ('desc' as const) : ('asc' as const);
    return { column: mention.column.key, direction };
  });
  if (sorts.length > 0) return sorts;
  return impliedSort(clause, sortable, directions[0]?.concept === 'dir.desc' ? 'desc' : 'asc');
}

const SUPERLATIVES =
  'newest latest recent oldest earliest expensive cheapest biggest largest highest smallest lowest'.split(
    ' ',
  );

/** "newest first", "alphabetically", "the most expensive on top" name no column. */
function impliedSort(
  clause: Reading,
  columns: readonly KnownColumn[],
  direction: 'asc' | 'desc',
): WantedSort[] {
  const ofType = (type: string) => columns.filter((column) => column.type === type);
  const byName = (names: readonly string[]) =>
    names.map((name) => columns.find((column) => column.key === name)).find(Boolean);
  const dates = ofType('datetime');
  const date = dates.find((column) => !/created_at|updated_at/.test(column.key)) ?? dates[0];
  const text =
    byName([
      'name',
      'product_name',
      'customer_name',
      'supplier_name',
      'last_name',
      'number',
      'code',
    ]) ?? ofType('string')[0];
  const money =
    byName(['unit_price', 'total_amount', 'line_total', 'unit_cost', 'salary']) ??
    ofType('number')[0];
  if (clause.says('newest', 'latest', 'recent', 'oldest', 'earliest'))
    return asSort(date, direction);
  if (
    clause.says('alphabetically', 'alphabetical', 'a-z', 'z-a') ||
    /\b[az] to [az]\b/i.test(clause.words())
  )
    return asSort(text, direction);
  if (clause.says('expensive', 'cheapest', 'biggest', 'largest', 'highest', 'smallest', 'lowest'))
    return asSort(money, direction);
  return [];
}

function asSort(column: KnownColumn | undefined, direction: 'asc' | 'desc'): WantedSort[] {
  return column === undefined ? [] : [{ column: column.key, direction }];
}

/** The call for a change of the sort order. */
export function sortCall(
  clause: Reading,
  view: TableView,
  columns: readonly KnownColumn[],
): WantedCall {
  const call = (args: JsonObject): WantedCall => ({
    name: 'apply_sort_change',
    arguments: { id: view.id, ...args },
  });
  const sorts = readSorts(clause, columns);
  const [first, ...rest] = sorts;
  const stops =
    (clause.has('act.remove') && !clause.has('dir.*')) || clause.says('stop', 'unsort', 'unsorted');
  if (stops)
    return call(first ? { operation: 'remove', column: first.column } : { operation: 'clear' });
  if (first === undefined && clause.has('dir.*') && view.sort !== '')
    return call(otherWay(view.sort, clause.has('dir.desc') ? 'desc' : 'asc'));
  if (first === undefined) return giveUp(`By which column shall “${view.name}” be sorted?`);
  const adds =
    view.sort !== '' &&
    (clause.says('also', 'additionally', 'too') || /^(and )?then by\b/i.test(clause.words()));
  return call({
    operation: adds ? 'add' : 'set',
    ...first,
    ...(rest.length > 0 ? { then_by: rest } : {}),
  });
}

/** "make it descending": the order that is there, by its first column the other way. */
function otherWay(sort: string, direction: string): JsonObject {
  const [first, ...rest] = sort.split(', ').map((text) => {
    const [column = '', way] = text.split(' ');
    return { column, direction: way === 'descending' ? 'desc' : 'asc' };
  });
  const then = rest.length > 0 ? { then_by: rest } : {};
  return { operation: 'set', column: first?.column, direction, ...then };
}
