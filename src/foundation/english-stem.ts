import { irregularForms } from './english-words.js';

/**
 * The stem of an English word: plural, `-ing`, `-ed` and a final `e` fall away, so that "creates",
 * "created" and "creating" meet. Light on purpose: both the lexicon and the sentence go through it.
 */
export function stem(word: string): string {
  const lower = word.toLowerCase().replace(/[’]/g, "'");
  const base = irregularForms[lower] ?? lower.replace(/'s?$/, '');
  const known = irregularForms[base] ?? base;
  return known.length < 4 ? known : withoutFinalE(withoutVerbEnding(withoutPlural(known)));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of ['ing', 'ed']) {
    const rest = word.slice(0, -ending.length);
    if (word.endsWith(ending) && rest.length >= 3 && /[aeiouy]/.test(rest)) return undouble(rest);
  }
  return word;
}

function undouble(word: string): string {
  const doubled = /([^aeiouslz])\1$/.test(word);
  return doubled && word.length > 3 ? word.slice(0, -1) : word;
}

function withoutFinalE(word: string): string {
  return word.endsWith('e') && word.length > 3 ? word.slice(0, -1) : word;
}
