import { defined } from '../../../foundation/defined.js';
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
  type KnownColumn,
  type ReadCondition,
  type Reading,
  type Token,
  type WantedCall,
} from '../../../../samples/offline-model/kit.js';
import { sorts } from './lexicon.js';
import { changeCall, type TableView } from './table-view.js';

/** A filter as the table tools take it. */
export interface WantedFilter {
  column: string;
  operator: string;
  value?: unknown;
  /** The part of the sentence that it comes from. */
  said: string;
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
  const isTurned =
    clause.has('act.hide') ||
    (clause.has('act.remove') && !clause.has('noun.filter')) ||
    clause.says('except', 'exclude', 'excluding', 'without', 'but');
  const hiding = clause.all('act.hide').flatMap(({ covers }) => covers);
  const isNot = ({ lower }: Token, at: number) =>
    /^(not|never|neither|isn't|aren't)$/.test(lower) && !hiding.includes(at);
  if (isTurned && clause.tokens.some(isNot) && !clause.says('but', 'except'))
    giveUp('I cannot leave out rows by what they are not. Which rows do you want to keep?');
  const found = readConditions(clause, { columns, today })
    .flatMap((test) =>
      isTurned && !/^(neq|null)$/.test(test.comparison) ? opposite(test) : [test],
    )
    .map(toFilter);
  // What is left out by two columns at once is not what two filters leave out.
  if (isTurned && found.length > 0) return found;
  const named = byPreposition(clause, columns).map(({ column, value }) => {
    const operator = isTurned ? 'neq' : isCode(value) ? 'eq' : 'contains';
    return { column: column.key, operator, value, said: value };
  });
  const isFound = (key: string) => found.some(({ column }) => column === key);
  return [...found, ...named.filter(({ column }) => !isFound(column))];
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

function toFilter({ column, comparison, value, said }: ReadCondition): WantedFilter {
  const isPart = column.type === 'string' && comparison === 'eq' && !isCode(value);
  const operator = operators[isPart ? 'contains' : comparison].filter;
  return { column: column.key, operator, ...defined({ value }), said };
}

/** The calls for a change of filters: clear, remove, or add one per test. */
export function filterCalls(
  clause: Reading,
  view: TableView,
  columns: readonly KnownColumn[],
  today: Date,
): WantedCall[] {
  if (clause.has('act.remove') && clause.has('noun.filter')) {
    const keys = new Set(findColumns(clause, columns).map(({ column }) => column.key));
    if (keys.size === 0) return [changeCall(view, 'filter', { operation: 'clear' })];
    return [...keys].map((column) => changeCall(view, 'filter', { operation: 'remove', column }));
  }
  const filters = readFilters(clause, columns, today);
  if (filters.length === 0) return askFilter(clause, view, columns);
  if (widens(clause)) return filters.map((filter) => widening(filter, view));
  return filters.map((filter) => {
    const there = filters.length > 1 ? undefined : valueThere(filter, view);
    return changeCall(view, 'filter', besideThere(filter, there, clause, view));
  });
}

/** "the inactive ones too": more rows, and no further condition. */
export function widens(clause: Reading): boolean {
  const isMore = clause.says('too', 'also', 'well', 'include', 'additionally', 'even');
  return (
    isMore &&
    !clause.says('only', 'just') &&
    !clause.has(
      'noun.filter|noun.column|cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.neq|cmp.between|format.*',
    )
  );
}

/** Takes back as much of a stored filter as leaves such rows out. */
function widening({ column, value }: WantedFilter, view: TableView): WantedCall {
  const stored = view.filters.filter((text) => text.startsWith(`${column} `));
  const [, sign = '', said = ''] = /^\S+ (=|≠|is one of) (.+)$/.exec(stored[0] ?? '') ?? [];
  const [kept, wanted] = [said.split(', '), [value].flat().map(String)];
  const isOut = sign === '≠' ? wanted.includes(said) : wanted.some((each) => !kept.includes(each));
  if (stored.length !== 1 || !isOut || said.startsWith('('))
    giveUp(
      stored.length > 1
        ? `“${view.name}” has several filters on ${plain(column)}. Which of them shall go?`
        : `No filter of “${view.name}” leaves out rows with ${plain(column)} ${wanted.join(', ')}: it shows them already.`,
    );
  if (sign === '≠' || typeof value === 'boolean')
    return changeCall(view, 'filter', { operation: 'remove', column });
  const values = [...new Set([...kept, ...wanted])];
  return changeCall(view, 'filter', {
    operation: 'replace',
    column,
    operator: 'in',
    value: values,
  });
}

function askFilter(clause: Reading, view: TableView, columns: readonly KnownColumn[]): never {
  const told = ['act.*', 'noun.*', 'entity.*', 'frame.*'];
  const words = unreadWords(clause, { calls: [], concepts: told, texts: [view.name], columns });
  const unread =
    words.length > 0 ? `I could make nothing of ${quoteWords(words, clause)} here. ` : '';
  const hidden = view.columns.flatMap(({ key, isHidden }) => (isHidden ? [key] : []));
  const names = columns
    .filter(({ type, key }) => type !== 'uuid' && !hidden.includes(key))
    .map(({ header, key }) => header ?? plain(key));
  return giveUp(
    `${unread}Which rows should “${view.name}” show? Name a column and a value, for example “only where ${names[0]} is …”. It has ${join(names.slice(0, 10))}. What is the filter?`,
  );
}

/** Another value that rows must have already, but for one that who looks may choose, "(…)". */
function valueThere({ column, operator, value }: WantedFilter, { filters }: TableView) {
  const start = `${column} = `;
  const values = filters.flatMap((text) =>
    text.startsWith(start) ? text.slice(start.length) : [],
  );
  const there = values.find((text) => !text.startsWith('('));
  const isOther = operator === 'eq' && typeof value !== 'boolean' && there !== String(value);
  return isOther ? there : undefined;
}

/** What has to be one value cannot be another too: both by "too", the new one by "instead", else asked. */
function besideThere(
  { column, operator, value }: WantedFilter,
  there: string | undefined,
  clause: Reading,
  view: TableView,
) {
  const filter = { column, operator, ...defined({ value }) };
  if (clause.says('instead', 'replace', 'change')) return { operation: 'replace', ...filter };
  if (there === undefined) return { operation: 'add', ...filter };
  return giveUp(
    `“${view.name}” already shows only rows with ${plain(column)} ${there}, and no row is both. Say “${String(value)} instead”, or “${String(value)} too” for rows with either.`,
  );
}

/** A column to sort by. */
interface WantedSort {
  column: string;
  direction: 'asc' | 'desc';
}

const toWay = (concept = ''): WantedSort['direction'] =>
  /^dir\.(desc|turn)$/.test(concept) ? 'desc' : 'asc';

/** The sorts that a part of a sentence asks for, the most important first. */
export function readSorts(clause: Reading, columns: readonly KnownColumn[]): WantedSort[] {
  const sortable = columns.filter(({ type }) => type !== 'computed');
  const implied = sorts.find(({ says }) => clause.says(...says.split(' ')));
  const isRanked = implied !== undefined && implied.type !== 'string';
  const records = clause.all('entity.*').flatMap(({ covers }) => covers);
  const sorting = clause.first('act.sort')?.from ?? 0;
  const directions = clause.all('dir.*');
  // "newest first" says which way, and is no first name.
  const ways = directions.flatMap(({ covers }) => (covers.length > 1 ? covers : []));
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
  const dated = implied.type === 'datetime' ? preferredDate(sortable) : undefined;
  const column =
    usual?.find(Boolean) ?? dated ?? sortable.find(({ type }) => type === implied.type);
  return column ? [{ column: column.key, direction: toWay(directions[0]?.concept) }] : [];
}

/** The call for a change of the sort order. */
export function sortCall(
  clause: Reading,
  view: TableView,
  columns: readonly KnownColumn[],
): WantedCall {
  const wanted = readSorts(clause, columns);
  const isNone = clause.says('stop', 'unsort', 'unsorted');
  if (isNone || (clause.has('act.remove') && !clause.has('dir.*'))) {
    const operation = wanted.length > 0 ? 'remove' : 'clear';
    return changeCall(view, 'sort', { operation, ...wanted[0] });
  }
  const isMore =
    clause.says('also', 'additionally', 'too') || /^(and )?then by\b/i.test(clause.words());
  const operation = isMore && view.sort !== '' && wanted.length > 0 ? 'add' : 'set';
  const [first, ...others] = wanted.length > 0 ? wanted : turned(clause, view);
  const calculated = findColumns(clause, columns).find(({ column }) => column.type === 'computed');
  if (first === undefined && calculated)
    giveUp(
      `“${calculated.column.header ?? plain(calculated.column.key)}” is calculated, and rows cannot be sorted by what is calculated. By which other column shall “${view.name}” be sorted?`,
    );
  if (first === undefined) giveUp(`By which column shall “${view.name}” be sorted?`);
  const more = others.length > 0 ? { then_by: others } : {};
  return changeCall(view, 'sort', { operation, ...first, ...more });
}

/** "make it descending": the order that is there, by its first column the other way. */
function turned(clause: Reading, { sort }: TableView): WantedSort[] {
  // "best rated first" asks for another order, though no column here is one of ratings.
  const isOther = sorts.some(({ says }) => clause.says(...says.split(' ')));
  if (sort === '' || isOther || !clause.has('dir.*')) return [];
  return sort.split(', ').map((text, at) => {
    const isDown = text.endsWith(' descending');
    const isTurned = clause.has('dir.turn') || (at === 0 && isDown !== clause.has('dir.desc'));
    return { column: text.split(' ')[0] ?? '', direction: isDown === isTurned ? 'asc' : 'desc' };
  });
}
