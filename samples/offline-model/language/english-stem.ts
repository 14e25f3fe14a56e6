import { irregularForms } from './english-words.js';

/**
 * The stem of an English word as people write it: capitals, apostrophes and irregular forms are seen through,
 * so that "creates", "created" and "creating" meet, "told" and "tell", "rule's" and "rules".
 */
export function stem(word: string): string {
  const lower = word.toLowerCase().replace(/[’]/g, "'");
  const base = irregularForms[lower] ?? lower.replace(/'s?$/, '');
  return lightStem(irregularForms[base] ?? base);
}

/**
 * A light English stemmer: plurals, `-ing`, `-ed`, a final `-e` and `-y`, so that "created", "creates"
 * and "creating" meet, "movie" and "movies", "query" and "queries". Expects lower case; short words
 * stay as they are. Stems are stored with keywords, so another rule needs a migration of those.
 */
export function lightStem(word: string): string {
  if (word.length <= 3) return word;
  return withoutFinalVowel(withoutTense(singular(word)));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return word.slice(0, -2);
  if (/(ss|us|is)$/.test(word)) return word;
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return undoubled(word.slice(0, -3));
  if (word.length > 4 && word.endsWith('ed') && !word.endsWith('eed')) {
    return undoubled(word.slice(0, -2));
  }
  return word;
}

/** "runn" (of "running") becomes "run"; "call" keeps both letters. */
function undoubled(word: string): string {
  return /([bdfgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}

/** "create" becomes "creat", "query" "queri" as "queries" does; "day" stays. */
function withoutFinalVowel(word: string): string {
  if (word.length > 3 && /[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}i`;
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
