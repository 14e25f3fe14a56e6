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
  byPreposition,
  readConditions,
  type ReadCondition,
} from '../../../../samples/offline-model/reading/conditions.js';
import type { Reading } from '../../../../samples/offline-model/reading/reading.js';
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
  const operator = turned ? 'neq' : 'contains';
  const named = byPreposition(clause, columns)
    .map(({ column, value }) => ({ column: column.key, operator, value }))
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

function toFilter({ column, comparison, value }: ReadCondition): WantedFilter {
  const operator =
    column.type === 'string' && comparison === 'eq' && typeof value === 'string'
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
    return filters.map((filter) => call({ operation: operationFor(clause), ...filter }));
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

function operationFor(clause: Reading): string {
  return clause.says('instead', 'replace', 'change') ? 'replace' : 'add';
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
  const superlative = clause.says(...SUPERLATIVES);
  const records = superlative ? clause.all('entity.*').flatMap((tag) => tag.covers) : [];
  const mentions = findColumns(clause, sortable)
    .filter((mention) => !records.includes(mention.from))
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
  if (first === undefined) return giveUp(`By which column shall “${view.name}” be sorted?`);
  const adds =
    view.sorted &&
    (clause.says('also', 'additionally', 'too') || /^(and )?then by\b/i.test(clause.words()));
  return call({
    operation: adds ? 'add' : 'set',
    ...first,
    ...(rest.length > 0 ? { then_by: rest } : {}),
  });
}
