import * as kit from '../../../../samples/offline-model/kit.js';
import { bare, giveUpLeaving, type WantedFilter } from './filters-and-sorts.js';
import { headerOf, visible, type TableView } from './table-view.js';

/** Where names are looked for. */
interface Search {
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
  for (const run of runsOf(unread, search.reading)) {
    const name = run.slice(run.findIndex(kit.isNameLike), run.findLastIndex(kit.isNameLike) + 1);
    // A common word by itself is no value, though some value may hold it.
    if (name.length === 0 && run.length === 1 && PLAIN.has(run[0]?.lower ?? '')) continue;
    const [whole = '', core = ''] = [run, name].map((part) => textOf(part, search.reading));
    const held = yield* columnsHolding([...spellings(whole), core].filter(Boolean), search);
    if (held.length === 0 && (search.isFragment || core === '')) continue;
    found.push(theOne(held, core, search));
  }
  return found;
}

const textOf = ([first, ...others]: readonly kit.Token[], { text }: kit.Reading) =>
  others.length === 0 ? (first?.text ?? '') : text.slice(first?.start, others.at(-1)?.end);

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

/** The text columns that are shown and hold the first of these that any holds. */
function* columnsHolding(
  words: readonly string[],
  { view, columns }: Search,
): kit.Part<WantedFilter[]> {
  const texts = visible(view).filter(({ key, type = 'string' }) => {
    const { values } = columns.find((column) => column.key === key) ?? {};
    return TEXT.test(type) && values === undefined;
  });
  for (const value of new Set(words)) {
    const tests = texts.map(({ key }) => ({
      column: key,
      operator: 'contains',
      value,
      said: value,
    }));
    const results = yield* kit.lookUp(
      tests.map((test) => ({
        ...{
          name: 'query_table_config',
          arguments: { id: view.id, rows: FEW, filters: [bare(test)] },
        },
      })),
    );
    const rowsOf = (at: number) => kit.objectsOf(kit.objectOf(results[at])['rows']);
    const held = tests.filter(({ column }, at) =>
      rowsOf(at).some((row) => wordsOf(kit.textOf(row[column])).includes(wordsOf(value))),
    );
    if (held.length > 0) return held;
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

/** The column that holds a value: the only one, or the one that is named. */
function theOne(
  held: readonly WantedFilter[],
  said: string,
  { view, reading }: Search,
): WantedFilter {
  const [first, ...others] = held;
  if (first === undefined)
    return kit.giveUp(`No row of “${view.name}” has “${said}” in a text that it shows.`);
  const named = kit.findColumns(reading, view.columns).map(({ column }) => column.key);
  const meant = others.length > 0 ? held.filter(({ column }) => named.includes(column)) : held;
  if (meant.length === 1 && meant[0]) return meant[0];
  const headers = view.columns.filter(({ key }) => held.some(({ column }) => column === key));
  return kit.giveUp(
    `“${first.said}” stands in ${kit.join(headers.map(headerOf))}. Which of them do you mean?`,
  );
}
