import { contentWords } from '../language/question-language.js';
import { stemOf } from '../language/words.js';

/** The words of a query that carry meaning, as stems. */
export function searchWords(text: string): string[] {
  return contentWords(text, 'en').map((word) => stemOf(word, 'en'));
}

/**
 * How well `text` answers the words: the share of words found in it, a part of a word counting
 * half. 0 when none is there.
 */
export function wordScore(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const there = searchWords(text);
  const hits = words.map((word) => {
    if (there.includes(word)) return 1;
    return there.some((other) => isPrefix(word, other) || isPrefix(other, word)) ? 0.5 : 0;
  });
  return hits.reduce((sum: number, hit) => sum + hit, 0) / words.length;
}

const SHORTEST_PREFIX = 3;

function isPrefix(start: string, word: string): boolean {
  return start.length >= SHORTEST_PREFIX && word.startsWith(start);
}
