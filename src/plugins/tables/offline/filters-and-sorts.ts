import {
  byPreposition,
  countryName,
  findColumns,
  giveUp,
  join,
  operators,
  plain,
  preferredDate,
  quoteWords,
  readConditions,
  unreadWords,
  type JsonObject,
  type KnownColumn,
  type ReadCondition,
  type Reading,
  type WantedCall,
} from '../../../../samples/offline-model/kit.js';
import { sorts } from './lexicon.js';
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
  if (clause.says('unless'))
    giveUp(
      'I cannot take in “unless” here: rows are kept by conditions that all hold. Which rows do you want to keep?',
    );
  const turned =
    clause.has('act.hide') ||
    (clause.has('act.remove') && !clause.has('noun.filter')) ||
    clause.says('except', 'exclude', 'excluding', 'without', 'but');
  const found = readConditions(clause, { columns, today }).flatMap((test) =>
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
  if (Array.isArray(test.value))
    return test.value.map((value) => ({ ...test, comparison: 'neq', value }));
  const { opposite: comparison } = operators[test.comparison];
  if (comparison) return [{ ...test, comparison }];
  return giveUp(
    `I cannot leave out rows by “${test.said}”, only keep them. Which rows do you want to keep?`,
  );
}

/** A code is the whole of what its column holds. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && countryName(value) !== undefined;
}

function toFilter({ column, comparison, value }: ReadCondition): WantedFilter {
  const isPart = column.type === 'string' && comparison === 'eq' && !isCode(value);
  const operator = operators[isPart ? 'contains' : comparison].filter;
  return { column: column.key, operator, ...(value === undefined ? {} : { value }) };
}

/** The calls for a change of filters: clear, remove, or add one per test. */
export function filterCalls(
  clause: Reading,
  view: TableView,
  columns: readonly KnownColumn[],
  today: Date,
): WantedCall[] {
  const call = (args: JsonObject) => ({
    name: 'apply_filter_change',
    arguments: { id: view.id, ...args },
  });
  if (clause.has('act.remove') && clause.has('noun.filter')) {
    const keys = new Set(findColumns(clause, columns).map(({ column }) => column.key));
    if (keys.size === 0) return [call({ operation: 'clear' })];
    return [...keys].map((column) => call({ operation: 'remove', column }));
  }
  const filters = readFilters(clause, columns, today);
  if (filters.length > 0)
    return filters.map((filter) => call(besideThere(filter, filters.length > 1, clause, view)));
  const told = ['act.*', 'noun.*', 'entity.*', 'frame.*'];
  const words = unreadWords(clause, { calls: [], concepts: told, texts: [view.name], columns });
  const unread =
    words.length > 0 ? `I could make nothing of ${quoteWords(words, clause)} here. ` : '';
  const names = columns
    .filter((column) => column.type !== 'uuid' && !view.hidden.has(column.key))
    .map((column) => column.header ?? plain(column.key));
  return giveUp(
    `${unread}Which rows should “${view.name}” show? Name a column and a value, for example “only where ${names[0] ?? 'name'} is …”. It has ${join(names.slice(0, 10))}. What is the filter?`,
  );
}

/** What has to be one value cannot be another too: both by "too", the new one by "instead", else asked. */
function besideThere(
  filter: WantedFilter,
  isOneOfMany: boolean,
  clause: Reading,
  view: TableView,
): JsonObject {
  if (clause.says('instead', 'replace', 'change')) return { operation: 'replace', ...filter };
  const { column, operator, value } = filter;
  const start = `${column} = `;
  // A value chosen by whoever looks, "(…)", may stand beside a fixed one.
  const values = view.filters.flatMap((text) =>
    text.startsWith(start) ? text.slice(start.length) : [],
  );
  const there = values.find((text) => !text.startsWith('('));
  const isOther = operator === 'eq' && there !== undefined && there !== String(value);
  if (!isOther || isOneOfMany || typeof value === 'boolean') return { operation: 'add', ...filter };
  if (clause.says('too', 'also', 'well'))
    return { operation: 'replace', column, operator: 'in', value: [there, value] };
  return giveUp(
    `“${view.name}” already shows only rows with ${plain(column)} ${there}, and no row is both. Say “${String(value)} instead”, or “${String(value)} too” for rows with either.`,
  );
}

/** A column to sort by. */
export interface WantedSort {
  column: string;
  direction: 'asc' | 'desc';
}

/** The sorts that a part of a sentence asks for, the most important first. */
export function readSorts(clause: Reading, columns: readonly KnownColumn[]): WantedSort[] {
  const sortable = columns.filter((column) => column.type !== 'computed');
  const implied = sorts.find(({ says }) => clause.says(...says.split(' ')));
  const isRanked = implied !== undefined && implied.type !== 'string';
  const records = clause.all('entity.*').flatMap(({ covers }) => covers);
  const sorting = clause.first('act.sort')?.from ?? 0;
  const directions = clause.all('dir.*');
  // "newest first" says which way, and is no first name.
  const ways = directions.flatMap(({ covers }) => (covers.length > 1 ? covers : []));
  const toWay = (concept = '') => (concept === 'dir.desc' ? 'desc' : 'asc');
  // "the suppliers sorted by rating": what is sorted is no column to sort by.
  const mentions = findColumns(clause, sortable).filter(
    ({ from, column }, at, all) =>
      all.findIndex((other) => other.column.key === column.key) === at &&
      !ways.includes(from) &&
      (!records.includes(from) || (!isRanked && from > sorting)),
  );
  const found = mentions.map(({ column, from }, at): WantedSort => {
    const next = mentions[at + 1]?.from ?? clause.tokens.length;
    const behind = directions.find((tag) => tag.from >= from && tag.from < next);
    const before = at === 0 ? directions.find((tag) => tag.to <= from) : undefined;
    return { column: column.key, direction: toWay((behind ?? before)?.concept) };
  });
  if (found.length > 0 || implied === undefined) return found;
  const usual = implied.columns?.split(' ').map((key) => sortable.find((each) => each.key === key));
  const first = sortable.find(({ type }) => type === implied.type);
  const dated = implied.type === 'datetime' ? preferredDate(sortable) : undefined;
  const column = usual?.find(Boolean) ?? dated ?? first;
  return column ? [{ column: column.key, direction: toWay(directions[0]?.concept) }] : [];
}

/** The call for a change of the sort order. */
export function sortCall(
  clause: Reading,
  view: TableView,
  columns: readonly KnownColumn[],
): WantedCall {
  const call = (operation: string, by: readonly WantedSort[] = []) => ({
    name: 'apply_sort_change',
    arguments: {
      ...{ id: view.id, operation, ...by[0] },
      ...(by.length > 1 ? { then_by: by.slice(1) } : {}),
    },
  });
  const wanted = readSorts(clause, columns);
  const [first] = wanted;
  const isNone = clause.says('stop', 'unsort', 'unsorted');
  if (isNone || (clause.has('act.remove') && !clause.has('dir.*')))
    return first ? { ...call('remove', [first]) } : call('clear');
  if (first === undefined && clause.has('dir.*') && view.sort !== '') {
    // "make it descending": the order that is there, by its first column the other way.
    const now = view.sort.split(', ').map((text, at): WantedSort => {
      const isDown = at === 0 ? clause.has('dir.desc') : text.endsWith(' descending');
      return { column: text.split(' ')[0] ?? '', direction: isDown ? 'desc' : 'asc' };
    });
    return call('set', now);
  }
  if (first === undefined) return giveUp(`By which column shall “${view.name}” be sorted?`);
  const more =
    clause.says('also', 'additionally', 'too') || /^(and )?then by\b/i.test(clause.words());
  return call(more && view.sort !== '' ? 'add' : 'set', wanted);
}
