import { languages } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';

/** The language a request is written in when it is not English, as far as its small words tell. */
export function foreignLanguage({ tokens }: Reading): string | undefined {
  const isCapital = (at: number) => /^\p{Lu}/u.test(tokens[at]?.text ?? '');
  // "de" of "Pieter de Vries" tells no language.
  const words = tokens.filter(
    ({ kind }, at) => /^(word|number)$/.test(kind) && !(isCapital(at - 1) && isCapital(at + 1)),
  );
  const share = languages.map(({ name, fits }) => {
    const count = words.filter(({ text }) => fits.has(text.toLowerCase())).length;
    return { name, share: count / Math.max(1, words.length), count };
  });
  const best = share.toSorted((a, b) => b.share - a.share)[0];
  const accents = words.filter((token) => /[äöüßéèêàçñ¿¡óíú]/i.test(token.text)).length;
  if (best === undefined || best.count === 0) return undefined;
  return best.share >= 0.25 || (best.share >= 0.14 && (accents > 0 || best.count > 1))
    ? best.name
    : undefined;
}

/** Says that only English is understood here. */
export function sayForeign(language: string): string {
  return `I understand rules and tables in English only, so I have changed nothing. ${languages.find(({ name }) => name === language)?.also ?? ''} Please say it in English.`;
}
