import * as kit from '../../../../samples/offline-model/kit.js';
import { bare, giveUpLeaving, readFilters, type WantedFilter } from './filters-and-sorts.js';
import { headerOf, visible, type TableView } from './table-view.js';

/** Where names are looked for. */
export interface Search {
  reading: kit.Reading;
  view: TableView;
  columns: readonly kit.KnownColumn[];
  /** What finds nothing may be no name at all. */
  isFragment?: boolean;
}

const PLAIN = kit.wordsNamed('plain');
const PARTICLE = /^(de|van|der|den|von|da|di|la)$/;
const FEW = 5;
/** Types of columns that hold texts. */
const TEXT = /^(string|lookup|text|email)$/;

/** Words that nothing else explains, found among the texts that the table shows. */
export function* valuesOf(unread: readonly string[], search: Search): kit.Part<WantedFilter[]> {
  const found: WantedFilter[] = [];
  const columns = kit.findColumns(search.reading, search.columns).filter(({ score }) => score >= 1);
  for (const run of runsOf(unread, search.reading)) {
    // "Cost" is a column here, and stands in no row.
    const isColumn = (token: kit.Token) =>
      columns.some(({ from, to }) => search.reading.tokens.slice(from, to).includes(token));
    if (run.every(isColumn)) continue;
    const name = run.slice(run.findIndex(kit.isNameLike), run.findLastIndex(kit.isNameLike) + 1);
    // A common word by itself is no value, though some value may hold it; nor is a day of the week.
    const [word = ''] = run.length === 1 ? run.map(({ lower }) => lower) : [];
    if ((name.length === 0 && PLAIN.has(word)) || kit.rhythms.has(word)) continue;
    const bare = withoutOthers(run, search.reading);
    const [whole = '', core = '', rest = ''] = [run, name, bare].map((part) =>
      textOf(part, search.reading),
    );
    const held = yield* holding([whole, ...spellings(rest), core], search);
    if (held.length > 0) found.push(...theOne(held, search));
    else if (!search.isFragment && core !== '')
      kit.giveUp(`No row of “${search.view.name}” has “${core}” in a text that it shows.`);
  }
  return found;
}

/** Text conditions on the column that holds the text; what no column holds and looks like no name was none. */
export function* confirmed(
  stated: readonly WantedFilter[],
  search: Search,
  asked: Parameters<typeof readFilters>[0],
): kit.Part<WantedFilter[]> {
  const { reading } = search;
  const result: WantedFilter[] = [];
  const dropped: string[] = [];
  for (const filter of stated) {
    const { column, value, operator, said } = filter;
    const isText =
      operator === 'contains' && columnsOfText(search).some(({ key }) => key === column);
    const held = isText ? yield* holding([String(value)], search) : [[filter]];
    const own = held.some(([first]) => first?.column === column);
    const isName = looksNamed(String(value), reading);
    if (held.length === 0 && !isName) dropped.push(said);
    else if (own || held.length === 0) result.push(filter);
    else result.push(...theOne(held, search).map((each) => ({ ...each, said })));
  }
  if (dropped.length === 0) return result;
  const isDropped = ({ concept, from }: kit.Tag) =>
    concept.startsWith('cmp.') && dropped.some((said) => reading.words(from).startsWith(said));
  const again = readFilters({ ...asked, clause: reading.without(isDropped) });
  const isRead = ({ column }: WantedFilter) => result.some((filter) => filter.column === column);
  return [
    ...result,
    ...again.filter((filter) => filter.operator !== 'contains' && !isRead(filter)),
  ];
}

/** Whether a value is written as a name is inside a sentence. */
const looksNamed = (value: string, reading: kit.Reading): boolean =>
  reading.again(`x ${value}`).tokens.some(kit.isNameLike);

/** "Whose manager is Jonas": a name that no row has in its column would leave none. */
export function* requireHeld(stated: readonly WantedFilter[], search: Search): kit.Part<void> {
  const shown = columnsOfText(search);
  for (const { column, operator, value } of stated) {
    const header = shown.find(({ key }) => key === column);
    if (operator !== 'contains' || header === undefined || typeof value !== 'string') continue;
    const isName = looksNamed(value, search.reading);
    const held = isName ? yield* holding([value, ...spellings(value)], search) : [];
    if (isName && !held.some(([first]) => first?.column === column))
      kit.giveUp(
        `No row of “${search.view.name}” has “${value}” in ${headerOf(header)}. Which ${headerOf(header)} do you mean?`,
      );
  }
}

const textOf = ([first, ...others]: readonly kit.Token[], { text }: kit.Reading) =>
  (others.length === 0
    ? (first?.text ?? '')
    : text.slice(first?.start, others.at(-1)?.end)
  ).replace(/['’]s?$/, '');

/** Without words at the ends that may ask for something, or only say that a row is there. */
function withoutOthers(run: readonly kit.Token[], { tokens, tags }: kit.Reading): kit.Token[] {
  const isOther = (token: kit.Token) =>
    tags.some(
      ({ concept, covers }) =>
        /^(asks|there)\./.test(concept) && covers.includes(tokens.indexOf(token)),
    );
  return run.slice(
    run.findIndex((token) => !isOther(token)),
    run.findLastIndex((token) => !isOther(token)) + 1,
  );
}

/** As it stands, and in the singular. */
const spellings = (words: string) => [words, words.replace(/s$/, ''), words.replace(/es$/, '')];

/** Neighbours of which nothing explains one, each with what belongs to a name beside it. */
function runsOf(unread: readonly string[], { tokens }: kit.Reading): kit.Token[][] {
  const isPart = (at: number): boolean => {
    const token = tokens[at];
    if (token === undefined || token.kind === 'mark') return false;
    const isInside = PARTICLE.test(token.lower) && isPart(at + 1);
    return unread.includes(token.text) || kit.isNameLike(token) || isInside;
  };
  const runs: kit.Token[][] = [];
  for (const [at, token] of tokens.entries())
    if (isPart(at) && isPart(at - 1)) runs.at(-1)?.push(token);
    else if (isPart(at)) runs.push([token]);
  return runs.filter((run) => run.some(({ text }) => unread.includes(text)));
}

/** The columns of free text that are shown. */
const columnsOfText = ({ view, columns }: Pick<Search, 'view' | 'columns'>) =>
  visible(view).filter(({ key, type = 'string' }) => {
    const { values } = columns.find((column) => column.key === key) ?? {};
    return TEXT.test(type) && values === undefined;
  });

/** The filters that find a text, for each shown column that may hold it: one put together by its parts. */
function testsFor(value: string, search: Search): { key: string; filters: WantedFilter[] }[] {
  const test = (column: string, part: string) => ({
    ...{ column, operator: 'contains', value: part, said: value },
  });
  const whole = columnsOfText(search).map(({ key }) => ({ key, filters: [test(key, value)] }));
  const [first = '', ...others] = value.split(' ');
  const joined = visible(search.view).flatMap(({ key, parts }) => {
    const [start, end] = parts ?? [];
    if (start === undefined || end === undefined) return [];
    const pair = [test(start, first), test(end, others.join(' '))];
    const each = [start, end].map((part) => ({ key, filters: [test(part, value)] }));
    return others.length > 0 ? [{ key, filters: pair }] : each;
  });
  return [...whole, ...joined];
}

/** The ways in which the first of these texts that any shown column holds is found there. */
function* holding(words: readonly string[], search: Search): kit.Part<WantedFilter[][]> {
  for (const value of new Set(words.filter(Boolean))) {
    const tests = testsFor(value, search);
    const results = yield* kit.lookUp(
      tests.map(({ filters }) => ({
        ...{
          name: 'query_table_config',
          arguments: { id: search.view.id, rows: FEW, filters: filters.map(bare) },
        },
      })),
    );
    const rowsOf = (at: number) => kit.objectsOf(kit.objectOf(results[at])['rows']);
    const held = tests.filter(({ key }, at) =>
      rowsOf(at).some((row) => wordsOf(kit.textOf(row[key])).includes(wordsOf(value))),
    );
    if (held.length > 0) return held.map(({ filters }) => filters);
  }
  return [];
}

/** Filters that leave rows out name whole values: those that hold the words are looked up. */
export function* leftOut(
  filters: readonly WantedFilter[],
  { view, columns }: Search,
): kit.Part<WantedFilter[]> {
  const all: WantedFilter[] = [];
  for (const filter of filters) {
    const { column, operator, value, said } = filter;
    const { type, values } = columns.find(({ key }) => key === column) ?? {};
    const isCode = typeof value === 'string' && kit.countryName(value) !== undefined;
    if (!/^(contains|neq)$/.test(operator) || !TEXT.test(type ?? '') || values || isCode) {
      all.push(filter);
      continue;
    }
    const some = [bare({ column, operator: 'contains', value, said })];
    const args = { id: view.id, group_by: column, filters: some };
    const [told] = yield* kit.lookUp([{ name: 'summarize_table', arguments: args }]);
    const groups = kit.objectsOf(kit.objectOf(told)['groups']);
    if (groups.length === 0 || groups.length > FEW) giveUpLeaving(filter);
    all.push(...groups.map(({ key }) => ({ column, operator: 'neq', value: key, said })));
  }
  return all;
}

/** A text as words between spaces, so that no part of a word is found in it. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')} `;

/** The only column that holds a value, the one that is named, or the only one of the record itself. */
function theOne(held: readonly WantedFilter[][], { view, reading }: Search): WantedFilter[] {
  const keyOf = ([filter]: readonly WantedFilter[]) => filter?.column ?? '';
  const named = kit.findColumns(reading, view.columns).map(({ column }) => column.key);
  const joined = view.columns.flatMap(({ key, from }) => (from ? [key] : []));
  const meant = held.filter((each) => named.includes(keyOf(each)));
  const own = held.filter((each) => !joined.includes(keyOf(each)));
  const only = [held, meant, own].find((each) => each.length === 1)?.[0];
  if (only !== undefined) return only;
  const headers = view.columns.filter(({ key }) => held.some((each) => keyOf(each) === key));
  return kit.giveUp(
    `“${held[0]?.[0]?.said ?? ''}” stands in ${kit.join(headers.map(headerOf))}. Which of them do you mean?`,
  );
}
