import { notFound } from '../foundation/errors.js';
import { contentWords } from '../language/question-language.js';
import { stemOf } from '../language/words.js';

export type NameMatch<T> =
  { kind: 'one'; item: T } | { kind: 'many'; items: readonly T[] } | { kind: 'none' };

const MAX_NAMES = 8;

/** Finds what a person means: the exact name, else one that holds all words in order, or in any, or that is part of what was said. */
export function matchName<T>(
  items: readonly T[],
  wanted: string,
  nameOf: (item: T) => string,
): NameMatch<T> {
  const text = plain(wanted);
  if (text === '') return { kind: 'none' };
  const words = text.split(' ');
  const tests: ((name: string) => boolean)[] = [
    (name) => name === text,
    (name) => name.includes(text),
    (name) => words.every((word) => name.includes(word)),
    (name) => name !== '' && ` ${text} `.includes(` ${name} `),
  ];
  for (const test of tests) {
    const found = items.filter((item) => test(plain(nameOf(item))));
    if (found.length === 1) return { kind: 'one', item: found[0] as T };
    if (found.length > 1) return { kind: 'many', items: found };
  }
  return { kind: 'none' };
}

/** The names most like `wanted`, best first; all of them when there are no more than `limit`. */
export function closeNames(names: readonly string[], wanted: string, limit = MAX_NAMES): string[] {
  return names
    .map((name) => ({ name, score: similarity(plain(name), plain(wanted)) }))
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map((entry) => entry.name);
}

/** The one item meant; rejects with `not_found` that lists the close names, and `listTool` where there is one. */
export function requireByName<T>(
  items: readonly T[],
  wanted: string,
  { noun, listTool, nameOf }: { nameOf: (item: T) => string; noun: string; listTool?: string },
): T {
  const match = matchName(items, wanted, nameOf);
  if (match.kind === 'one') return match.item;
  const orElse = listTool ? `call ${listTool} to see all` : 'ask the user which one is meant';
  const pool = match.kind === 'many' ? match.items : items;
  const names = closeNames(pool.map(nameOf), wanted);
  const list = names.map((name) => `"${name}"`).join(', ');
  throw notFound(
    match.kind === 'many'
      ? `"${wanted}" could mean more than one ${noun}: ${list}. Use the full name or the id, or ask the user which one.`
      : names.length === 0
        ? `There is no ${noun} named "${wanted}", and there are none yet.`
        : `There is no ${noun} named "${wanted}". Close names: ${list}. Use one of them, or ${orElse}.`,
    [{ message: `unknown ${noun}`, allowed: names }],
  );
}

/** Lower case, one space between words, `_`, `-` and quotes as spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-"'“”‘’]+/g, ' ')
    .trim();
}

/** Share of letter pairs that two texts have in common (Dice), 0 to 1. */
function similarity(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  const total = left.length + right.length;
  if (total === 0) return 0;
  let shared = 0;
  for (const pair of left) {
    const at = right.indexOf(pair);
    if (at >= 0) {
      shared += 1;
      right.splice(at, 1);
    }
  }
  return (2 * shared) / total;
}

function pairs(text: string): string[] {
  const padded = ` ${text} `;
  return Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2));
}

export function searchWords(text: string): string[] {
  return contentWords(text, 'en').map((word) => stemOf(word, 'en'));
}

/** The share of words found in the text, a part of a word counting half. */
export function wordScore(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const there = searchWords(text);
  const isPart = (start: string, word: string) =>
    start.length >= SHORTEST_PREFIX && word.startsWith(start);
  const hits = words.map((word) => {
    if (there.includes(word)) return 1;
    return there.some((other) => isPart(word, other) || isPart(other, word)) ? 0.5 : 0;
  });
  return hits.reduce((sum: number, hit) => sum + hit, 0) / words.length;
}

const SHORTEST_PREFIX = 3;
