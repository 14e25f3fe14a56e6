import {
  findColumns,
  giveUp,
  isNameLike,
  join,
  lookUp,
  objectOf,
  plain,
  type KnownColumn,
  type Part,
  type Reading,
} from '../../../../samples/offline-model/kit.js';
import type { WantedFilter } from './filters-and-sorts.js';
import { visible, type TableView } from './table-view.js';

/** Where names are looked for. */
interface Search {
  reading: Reading;
  view: TableView;
  columns: readonly KnownColumn[];
  /** The tool that reads rows. */
  tool: string;
  /** What finds nothing may be no name at all. */
  isFragment: boolean;
}

/** Names that nothing else explains, found among the texts that the table shows. */
export function* valuesOf(
  unread: readonly string[],
  { reading, view, columns, tool, isFragment }: Search,
): Part<WantedFilter[]> {
  const names = namesAmong(reading, new Set(unread));
  const words = new Set(
    names.flatMap((name) => reading.again(name).tokens.map(({ text }) => text)),
  );
  if (unread.some((word) => !words.has(word) && !names.includes(word))) return [];
  const texts = visible(view).filter(({ key, type = 'string' }) => {
    const { values } = columns.find((column) => column.key === key) ?? {};
    return /^(string|lookup|text|email)$/.test(type) && values === undefined;
  });
  const found: WantedFilter[] = [];
  for (const value of names) {
    const tests = texts.map(({ key }) => ({ column: key, operator: 'contains', value }));
    const calls = tests.map((test) => ({
      ...{ name: tool, arguments: { id: view.id, rows: 1, filters: [test] } },
    }));
    const results = yield* lookUp(calls);
    const held = tests.filter((_test, at) => Number(objectOf(results[at])['total'] ?? 0) > 0);
    if (held.length === 0 && isFragment) return [];
    found.push({ ...theOne(held, value, view, reading), said: value });
  }
  return found;
}

/** The column that holds a value: the only one, or the one that is named. */
function theOne(
  held: readonly Omit<WantedFilter, 'said'>[],
  value: string,
  view: TableView,
  reading: Reading,
) {
  const [first, ...others] = held;
  if (first === undefined)
    giveUp(`No row of “${view.name}” has “${value}” in a text that it shows.`);
  if (others.length === 0) return first;
  const named = findColumns(reading, view.columns).map(({ column }) => column.key);
  const meant = held.filter(({ column }) => named.includes(column));
  if (meant.length === 1 && meant[0]) return meant[0];
  const headers = held.map(({ column }) => headerOf(column, view));
  return giveUp(`“${value}” stands in ${join(headers)}. Which of them do you mean?`);
}

function headerOf(key: string, view: TableView): string {
  return view.columns.find((column) => column.key === key)?.header ?? plain(key);
}

const PARTICLE = /^(de|van|der|den|von|da|di|la)$/;

/** Runs of words that look like names of which nothing explains one. */
function namesAmong(reading: Reading, unread: ReadonlySet<string>): string[] {
  const { tokens } = reading;
  const isPart = (at: number): boolean => {
    const token = tokens[at];
    return (
      token !== undefined && (isNameLike(token) || (PARTICLE.test(token.lower) && isPart(at + 1)))
    );
  };
  const names: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    let to = at;
    while (isPart(to)) to += 1;
    const run = tokens.slice(at, to);
    const [only] = run;
    if (run.some(({ text }) => unread.has(text)))
      names.push(run.length === 1 && only ? only.text : reading.words(at, to));
    at = Math.max(at, to - 1);
  }
  return names;
}
