import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { sorts } from './lexicon.js';
import {
  changeCall,
  columnsAsked,
  headerOf,
  hidden,
  some,
  type Asked,
  type TableView,
} from './table-view.js';

/** A filter as the table tools take it. */
export interface WantedFilter {
  column: string;
  operator: string;
  value?: unknown;
  /** The part of the sentence that it comes from. */
  said: string;
}

/** A filter without what it comes from. */
export const bare = ({ column, operator, value }: WantedFilter) => ({
  ...{ column, operator },
  ...defined({ value }),
});

type Filtered = Omit<Asked, 'view'> & { view?: TableView };

const EXCEPTIONS = new Set(['except', 'exclude', 'excluding', 'without', 'but']);

/** The filters that a part of a sentence states on the columns. */
export function readFilters(asked: Filtered): WantedFilter[] {
  const { clause, columns, today } = asked;
  if (clause.says('unless'))
    kit.giveUp(
      'I cannot take in “unless” here: rows are kept by conditions that all hold. Which rows do you want to keep?',
    );
  const isTurned = turnsRound(clause);
  requirePresent(clause);
  const read = kit.readConditions(clause, { columns, today });
  // "in the past month" is read already.
  const past = late(asked).filter(({ said }) => !read.some((test) => test.said.includes(said)));
  // "hired before 2020, but not in the warehouse": what stands before the exception is kept.
  const exception = clause.tokens.find(({ lower }) => EXCEPTIONS.has(lower))?.start ?? 0;
  const from = clause.has('act.hide|act.remove') ? 0 : exception;
  const isLeftOut = ({ said, comparison }: kit.ReadCondition) =>
    isTurned && !/^(neq|null)$/.test(comparison) && !clause.text.slice(0, from).includes(said);
  if (isTurned) requireOneSide(read.filter(isLeftOut), clause);
  const found = [...read, ...past]
    .filter(({ said }) => !TIMES.some((time) => clause.words().includes(`${time} ${said}`)))
    .flatMap((test) => (isLeftOut(test) ? opposite(test) : [test]))
    .map(toFilter);
  // What is left out by two columns at once is not what two filters leave out.
  if (isTurned && found.length > 0) return found;
  const named = kit.byPreposition(clause, columns).map(({ column, value }) => {
    const operator = isTurned ? 'neq' : isCode(value) ? 'eq' : 'contains';
    return { column: column.key, operator, value, said: value };
  });
  const isFound = (key: string) => found.some(({ column }) => column === key);
  // "the day of Ordered": a column is no name.
  const said = kit.findColumns(clause, columns).map(({ from, to }) => clause.words(from, to));
  const others = named.filter(({ column, value }) => !isFound(column) && !said.includes(value));
  return [...found, ...others];
}

/** "past their expected date", "overdue": the day that is named or due lies behind us. */
function late({ clause, view, columns, today }: Filtered): kit.ReadCondition[] {
  const tag = clause.first('late');
  const named = kit.findColumns(clause, columns).map(({ column }) => column);
  // Where a table shows only what is open, what is due there and did not come is late.
  const isOpen = view?.filters.some((text) => !text.includes('('));
  const due = isOpen ? clause.language.columnsFor('columns', 'due') : [];
  const column =
    [...named, ...columnsAsked(clause, columns)].find(({ type }) => type === 'datetime') ??
    columns.find(({ key }) => due.includes(key));
  if (tag === undefined || column === undefined) return [];
  const said = clause.words(tag.from, tag.to);
  return [{ column, comparison: 'lt', value: today.toISOString().slice(0, 10), said }];
}

/** "when they were received" asks for a day, and for no rows. */
const TIMES = ['when they were', 'when it was', 'when they are', 'when they got'];

/** "that was in Lyon last month": rows tell what is, and of the past only what has its own date. */
function requirePresent(clause: kit.Reading): void {
  const at = clause.tokens.findIndex(
    ({ lower }, place) =>
      /^(was|were|had)$/.test(lower) &&
      (/^(that|which|who)$/.test(clause.lower(place - 1)) ||
        clause.at(place - 1, 'entity.*') !== undefined) &&
      !/(ed|the|due|sent|made|bought|sold|put)$/.test(clause.lower(place + 1)) &&
      clause.at(place + 1, 'asks.*|there.is|trig.*') === undefined,
  );
  if (at >= 0 && clause.has('cmp.last'))
    kit.giveUp(
      `I see rows as they are now, and cannot tell what “${clause.words(at)}”. Which rows do you want to see?`,
    );
}

const ALL_BUT =
  /\b(?:all|everything|everybody|everyone|anything|anybody|any|nothing)(?: \S+)? (?:but|except|excluding|other than)\b/i;

/** "hide", "all but": rows that are spoken of are left out. */
export function turnsRound(clause: kit.Reading): boolean {
  const isTurned =
    clause.has('act.hide') ||
    (clause.has('act.remove') && !clause.has('noun.filter')) ||
    clause.says(...EXCEPTIONS);
  const hiding = clause.all('act.hide').flatMap(({ covers }) => covers);
  const isNot = ({ lower }: kit.Token, at: number) =>
    /^(not|never|neither|isn't|aren't)$/.test(lower) && !hiding.includes(at);
  const isTwice = clause.has('act.hide|act.remove') && ALL_BUT.test(clause.words());
  if (isTwice || (isTurned && clause.tokens.some(isNot) && !clause.says('but', 'except')))
    kit.giveUp('I cannot leave out rows by what they are not. Which rows do you want to keep?');
  return isTurned;
}

/** Rows between two bounds, or by two columns at once, are not left out by leaving out each. */
function requireOneSide(read: readonly kit.ReadCondition[], clause: kit.Reading): void {
  const isList = clause.says('and', 'or', ',', 'nor');
  const other = read.find((test, at) =>
    read
      .slice(0, at)
      .some(({ column, comparison }) =>
        column === test.column
          ? comparison[0] !== test.comparison[0] && /^[gl]te?$/.test(test.comparison)
          : !isList,
      ),
  );
  if (other) giveUpLeaving(other);
}

/** Rows left out: of several values each by itself; what has no opposite is not guessed at. */
function opposite(test: kit.ReadCondition): kit.ReadCondition[] {
  if (Array.isArray(test.value))
    return test.value.map((value) => ({ ...test, comparison: 'neq', value }));
  const { opposite: comparison } = kit.operators[test.comparison];
  if (comparison) return [{ ...test, comparison }];
  return giveUpLeaving(test);
}

export const giveUpLeaving = ({ said }: { said: string }): never =>
  kit.giveUp(
    `I cannot leave out rows by “${said}”, only keep them. Which rows do you want to keep?`,
  );

/** A code is the whole of what its column holds. */
const isCode = (value: unknown) => typeof value === 'string' && !!kit.countryName(value);

function toFilter({ column, comparison, value, said }: kit.ReadCondition): WantedFilter {
  const isPart = column.type === 'string' && comparison === 'eq' && !isCode(value);
  const operator = kit.operators[isPart ? 'contains' : comparison].filter;
  return { column: column.key, operator, ...defined({ value }), said };
}

/** The calls for a change of filters: clear, remove, or add one per test. */
export function filterCalls(
  asked: Asked,
  filters: readonly WantedFilter[] = readFilters(asked),
): kit.WantedCall[] {
  const { clause, view, columns } = asked;
  const change = (args: kit.JsonObject) => changeCall(view, 'filter', args);
  if (clause.has('act.remove') && clause.has('noun.filter')) {
    const keys = new Set(kit.findColumns(clause, columns).map(({ column }) => column.key));
    if (keys.size === 0 && view.filters.length > 1 && clause.says('that', 'this', 'it'))
      kit.giveUp(
        `“${view.name}” has several filters: ${view.filters.join(', ')}. Which of them shall go?`,
      );
    if (keys.size === 0) return [change({ operation: 'clear' })];
    return [...keys].map((column) => change({ operation: 'remove', column }));
  }
  if (filters.length === 0) return askFilter(asked);
  if (widens(clause)) return filters.map((filter) => change(widening(filter, view)));
  const operation = clause.says('instead', 'replace', 'change') ? 'replace' : 'add';
  requireOneValue(filters);
  const others = exchanged(filters, view);
  if (others.length > 0)
    return others.map((filter) => change({ operation: 'replace', ...bare(filter) }));
  if (operation === 'add' && filters.every(({ operator }) => operator !== 'neq'))
    filters.forEach((filter) => requirePossible(filter, view));
  return filters.map((filter) => change({ operation, ...bare(filter) }));
}

/** No row holds two values in one column; a text may hold two words, but is not called by two keys. */
export function requireOneValue(filters: readonly WantedFilter[]): void {
  const isWhole = ({ operator, value }: WantedFilter) =>
    operator === 'eq' || (operator === 'contains' && /^\p{Lu}{2,}-\d+$/u.test(String(value)));
  for (const [at, one] of filters.filter(isWhole).entries())
    for (const other of filters.filter(isWhole).slice(at + 1))
      if (one.column === other.column && one.value !== other.value)
        kit.giveUp(
          `No row has both ${String(one.value)} and ${String(other.value)} as its ${kit.plain(one.column)}. Which rows do you mean?`,
        );
}

/** "quarantined, not damaged", where there are the damaged ones now: one value in the place of another. */
function exchanged(filters: readonly WantedFilter[], view: TableView): WantedFilter[] {
  const [wanted, gone] = ['eq', 'neq'].map((sign) =>
    filters.filter((each) => each.operator === sign),
  );
  const [now, old] = [wanted?.[0], gone?.[0]];
  const isThere = view.filters.includes(`${old?.column} = ${String(old?.value)}`);
  return now && filters.length === 2 && now.column === old?.column && isThere ? [now] : [];
}

/** "the inactive ones too": more rows, and no further condition. */
export function widens(clause: kit.Reading): boolean {
  const isMore = clause.says('too', 'also', 'well', 'include', 'additionally', 'even');
  const narrows = 'noun.filter|noun.column|format.*|cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.neq';
  return isMore && !clause.says('only', 'just') && !clause.has(`${narrows}|cmp.between`);
}

/** Takes back as much of a stored filter as leaves such rows out. */
function widening({ column, value }: WantedFilter, view: TableView): kit.JsonObject {
  const [stored, another] = view.filters.filter((text) => text.startsWith(`${column} `));
  const [, sign = '', said = ''] = /^\S+ (=|≠|is one of) (.+)$/.exec(stored ?? '') ?? [];
  const [kept, wanted] = [said.split(', '), [value].flat().map(String)];
  const isOut = sign === '≠' ? wanted.includes(said) : wanted.some((each) => !kept.includes(each));
  if (another !== undefined)
    kit.giveUp(
      `“${view.name}” has several filters on ${kit.plain(column)}. Which of them shall go?`,
    );
  if (stored === undefined || !isOut || said.startsWith('('))
    kit.giveUp(
      `No filter of “${view.name}” leaves out rows with ${kit.plain(column)} ${wanted.join(', ')}: it shows them already.`,
    );
  if (sign === '≠' || typeof value === 'boolean') return { operation: 'remove', column };
  const values = [...new Set([...kept, ...wanted])];
  return { operation: 'replace', column, operator: 'in', value: values };
}

function askFilter({ clause, view, columns }: Asked): never {
  const concepts = ['act.*', 'noun.*', 'entity.*', 'frame.*'];
  const words = kit.unreadWords(clause, { calls: [], concepts, texts: [view.name], columns });
  const unread =
    words.length > 0 ? `I could make nothing of ${kit.quoteWords(words, clause)} here. ` : '';
  const names = columns
    .filter(({ type, key }) => type !== 'uuid' && !hidden(view).includes(key))
    .map(headerOf);
  return kit.giveUp(
    `${unread}Which rows should “${view.name}” show? Name a column and a value, for example “only where ${names[0]} is …”. It has ${kit.join(names.slice(0, 10))}. What is the filter?`,
  );
}

/** What has to be one value cannot be another too: both by "too", the new one by "instead", else asked. */
function requirePossible({ column, operator, value }: WantedFilter, view: TableView): void {
  const start = `${column} = `;
  const values = view.filters.filter((text) => text.startsWith(start));
  // One that who looks may choose is written "(…)".
  const there = values.map((text) => text.slice(start.length)).find((text) => text[0] !== '(');
  const isOther = operator === 'eq' && typeof value !== 'boolean' && there !== String(value);
  if (there !== undefined && isOther)
    kit.giveUp(
      `“${view.name}” already shows only rows with ${kit.plain(column)} ${there}, and no row is both. Say “${String(value)} instead”, or “${String(value)} too” for rows with either.`,
    );
}

/** A column to sort by. */
interface WantedSort {
  column: string;
  direction: 'asc' | 'desc';
}

const toWay = (concept = ''): WantedSort['direction'] =>
  /^dir\.(desc|turn)$/.test(concept) ? 'desc' : 'asc';

/** What "newest" and the like sort by without naming a column. */
const impliedSort = (clause: kit.Reading) =>
  sorts.find(({ says }) => clause.says(...says.split(' ')));

/** The sorts that a part of a sentence asks for, the most important first. */
export function readSorts(clause: kit.Reading, columns: readonly kit.KnownColumn[]): WantedSort[] {
  const sortable = columns.filter(({ type }) => type !== 'computed');
  const implied = impliedSort(clause);
  const isRanked = implied !== undefined && implied.type !== 'string';
  const records = clause.all('entity.*').flatMap(({ covers }) => covers);
  const sorting = clause.first('act.sort')?.from ?? 0;
  const directions = clause.all('dir.*');
  // "newest first" says which way, and is no first name.
  const ways = directions.flatMap(({ covers }) => (covers.length > 1 ? covers : []));
  // "the suppliers sorted by rating": what is sorted is no column to sort by.
  const mentions = kit.findColumns(clause, sortable).filter(
    ({ from, to, column }, at, all) =>
      all.findIndex((other) => other.column.key === column.key) === at &&
      // "cost change" is one thing, which no column holds.
      all[at - 1]?.to !== from &&
      !ways.includes(from) &&
      !(to - from === 1 && clause.lower(from) === 'first') &&
      (!records.includes(from) || clause.lower(from - 1) === 'by' || (!isRanked && from > sorting)),
  );
  const found = mentions.map(({ column, from }, at): WantedSort => {
    const next = mentions[at + 1]?.from ?? clause.tokens.length + 1;
    // "by country, then the highest limit": right before a column it speaks of that one.
    const beside = directions.find((tag) => tag.to === from);
    const behind = directions.find((tag) => tag.from >= from && tag.from < next && tag.to !== next);
    const before = at === 0 ? directions.find((tag) => tag.to <= from) : undefined;
    return { column: column.key, direction: toWay((beside ?? behind ?? before)?.concept) };
  });
  if (found.length > 0 || implied === undefined) return found;
  const usual = implied.columns?.split(' ').map((key) => sortable.find((each) => each.key === key));
  const dated = implied.type === 'datetime' ? kit.preferredDate(sortable) : undefined;
  const column =
    usual?.find(Boolean) ?? dated ?? sortable.find(({ type }) => type === implied.type);
  return column ? [{ column: column.key, direction: toWay(directions[0]?.concept) }] : [];
}

/** The call for a change of the sort order. */
export function sortCall({ clause, view, columns }: Asked): kit.WantedCall {
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
  if (first === undefined) return askSort({ clause, view, columns });
  return changeCall(view, 'sort', { operation, ...first, ...defined({ then_by: some(others) }) });
}

function askSort({ clause, view, columns }: Omit<Asked, 'today'>): never {
  const mentions = kit.findColumns(clause, columns).map(({ column }) => column);
  const calculated = mentions.find(({ type }) => type === 'computed');
  if (calculated === undefined)
    return kit.giveUp(`By which column shall “${view.name}” be sorted?`);
  return kit.giveUp(
    `“${headerOf(calculated)}” is calculated, and rows cannot be sorted by what is calculated. By which other column shall “${view.name}” be sorted?`,
  );
}

/** "make it descending": the order that is there, by its first column the other way. */
function turned(clause: kit.Reading, { sort }: TableView): WantedSort[] {
  // "best rated first" asks for another order, though no column here is one of ratings.
  if (sort === '' || impliedSort(clause) || !clause.has('dir.*')) return [];
  return sort.split(', ').map((text, at) => {
    const isDown = text.endsWith(' descending');
    const isTurned = clause.has('dir.turn') || (at === 0 && isDown !== clause.has('dir.desc'));
    return { column: text.split(' ')[0] ?? '', direction: isDown === isTurned ? 'asc' : 'desc' };
  });
}
