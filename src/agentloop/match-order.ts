import type { Catalog } from '../agenttools/catalog.js';
import { wordsOf } from '../language/question-language.js';

interface Match {
  name: string;
}

interface Order {
  topK: number;
  catalog: Pick<Catalog, 'find'>;
  message: string;
}

/** The best stay where they are, whatever is named. */
const UNTOUCHED = 3;

/** Tools of each source that the message names get an equal share of the first `topK`, where it names two or more. */
export function withNamedSources<T extends Match>(
  matches: readonly T[],
  { topK, catalog, message }: Order,
): T[] {
  const sourceOf = ({ name }: Match): string => catalog.find(name)?.tool.source ?? '';
  const said = new Set(wordsOf(message));
  const isNamed = (source: string): boolean => {
    const words = wordsOf(source);
    return words.length > 0 && words.every((word) => said.has(word));
  };
  const named = [...new Set(matches.map(sourceOf))].filter(isNamed);
  if (named.length < 2) return [...matches];
  const share = Math.max(1, Math.floor(topK / named.length));
  const first = matches.slice(0, topK);
  const behind = matches.slice(topK);
  for (const source of named) {
    const count = (one: string): number => first.filter((match) => sourceOf(match) === one).length;
    while (count(source) < share) {
      const from = behind.findIndex((match) => sourceOf(match) === source);
      const to = first.findLastIndex((match, at) => {
        const isSpare = !named.includes(sourceOf(match)) || count(sourceOf(match)) > share;
        return at >= UNTOUCHED && isSpare;
      });
      const lifted = behind[from];
      const lowered = first[to];
      if (lifted === undefined || lowered === undefined) break;
      behind.splice(from, 1);
      behind.unshift(lowered);
      first.splice(to, 1);
      first.push(lifted);
    }
  }
  return [...first, ...behind];
}

/** Of the same tool of several servers or API versions the best is among the first `topK`, and those that are named; others behind. */
export function withoutNearCopies<T extends Match>(
  matches: readonly T[],
  { topK, catalog, message }: Order,
): T[] {
  const said = new Set(wordsOf(message));
  const isSaid = (words: readonly string[]): boolean =>
    words.length > 0 && words.every((word) => said.has(word));
  const firsts = new Map<string, string>();
  const first: T[] = [];
  const copies: T[] = [];
  let at = 0;
  for (; at < matches.length && first.length < topK; at += 1) {
    const match = matches[at] as T;
    const { from, key } = identity(match.name, catalog);
    const before = key === undefined ? undefined : firsts.get(key);
    const isCopy = before !== undefined && before !== from;
    if (isCopy && !isSaid(wordsOf(from))) copies.push(match);
    else first.push(match);
    if (key !== undefined && before === undefined) firsts.set(key, from);
  }
  return [...first, ...copies, ...matches.slice(at)];
}

/** What a tool does, and from where: the server or the version of its API. */
function identity(name: string, catalog: Pick<Catalog, 'find'>): { from: string; key?: string } {
  const { operation, source = '' } = catalog.find(name)?.tool ?? {};
  if (operation === undefined) return { from: source };
  if ('tool' in operation) {
    // In whatever order and spelling: `searchContacts`, `contacts.search`.
    const words = wordsOf(operation.tool.replace(/([a-z0-9])([A-Z])/g, '$1 $2'));
    const stems = words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
    return { from: source, key: stems.sort().join(' ') };
  }
  const { method, path } = operation;
  const segments = path.split('/');
  const versions = segments.filter((segment) => VERSION.test(segment));
  const others = segments.filter((segment) => !VERSION.test(segment));
  return { from: versions.join(' '), key: [source, method, ...others].join(' ') };
}

/** A segment of a path that says the version: `v1`, `v2beta1`, `1.1`. */
const VERSION = /^v?\d{1,4}(\.\d{1,4}){0,2}((alpha|beta|rc)\d{0,4})?$/i;

/** So many of the best scores are looked at: three tell more than the best alone (docs/selection.md). */
const LOOKED_AT = 3;

interface Ranked {
  matches: readonly { score: number }[];
  /** How much of the message the catalogue speaks of at all, from 0 to 1; absent: all. */
  known?: number;
}

/** Whether probably no tool fits; never where `fitScore` is 0 or there are fewer tools than are looked at. */
export function noneFits(ranked: Ranked, fitScore: number): boolean {
  return fitScore > 0 && ranked.matches.length >= LOOKED_AT && fitOf(ranked) < fitScore;
}

/** The mean of the best scores, times how much of what the message says the catalogue speaks of at all, which no score counts. */
export function fitOf({ matches, known = 1 }: Ranked): number {
  return known * meanOfBest(matches.map(({ score }) => score));
}

export function meanOfBest(scores: readonly number[], count = LOOKED_AT): number {
  const best = [...scores].sort((a, b) => b - a).slice(0, count);
  return best.reduce((sum, score) => sum + score, 0) / Math.max(1, best.length);
}
