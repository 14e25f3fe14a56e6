import { languages } from '../lexicon.js';
import { isInName, type Token } from '../reading/tokens.js';
import type { Reading } from '../reading/reading.js';

/** The language a request is written in when it is not English, as far as its small words tell. */
export function foreignLanguage({ tokens }: Reading): string | undefined {
  const isSmall = ({ lower, text }: Token) => lower === text;
  // "de" of "Pieter de Vries" tells no language.
  const words = tokens.filter(
    (token, at) => /^(word|number)$/.test(token.kind) && !(isSmall(token) && isInName(tokens, at)),
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
  return `I understand English only here, so I have changed nothing. ${languages.find(({ name }) => name === language)?.also ?? ''} Please say it in English.`;
}
