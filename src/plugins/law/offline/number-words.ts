import type { Language } from '../../../language/question-language.js';

const WORDS: Readonly<Record<Language, string>> = {
  de: `null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn`,
  en: `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`,
};
const TENS: Readonly<Record<Language, string>> = {
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
};
const ORDINALS: Readonly<Record<Language, string>> = {
  de: 'zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte',
  en: 'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
};
const OTHERS: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  de: {
    beide: 2,
    beiden: 2,
    doppelt: 2,
    doppelte: 2,
    hundert: 100,
    tausend: 1000,
    dutzend: 12,
    anderthalb: 1.5,
  },
  en: { both: 2, hundred: 100, thousand: 1000, dozen: 12 },
};

const known: Readonly<Record<Language, ReadonlyMap<string, number>>> = {
  de: listed('de'),
  en: listed('en'),
};

function listed(language: Language): ReadonlyMap<string, number> {
  const words = WORDS[language].split(' ').map((word, at): [string, number] => [word, at]);
  const tens = TENS[language].split(' ').map((word, at): [string, number] => [word, 10 * (at + 2)]);
  const ordinals = ORDINALS[language]
    .split(' ')
    .flatMap((word, at): [string, number][] =>
      (language === 'de' ? ['', 'n', 'r', 's', 'm'] : ['']).map((end) => [word + end, at + 2]),
    );
  const all = [...words.slice(2), ...tens, ...ordinals, ...Object.entries(OTHERS[language])];
  if (language === 'en') return new Map(all);
  const ones = words.slice(1, 10);
  const between = tens.flatMap(([ten, value]) =>
    ones.map(([one, add]): [string, number] => [`${one}und${ten}`, value + add]),
  );
  const large = [...words.slice(2), ...tens].flatMap(([word, value]): [string, number][] => [
    [`${word}hundert`, value * 100],
    [`${word}tausend`, value * 1000],
  ]);
  return new Map([...all, ...between, ...large]);
}

/** The number that a word in lower case says, in digits or letters; "one" is mostly none. */
export function numberIn(word: string, language: Language): number | undefined {
  const said = known[language].get(word);
  if (said !== undefined || !/^\d/.test(word)) return said;
  const digits = word.replace(/(?:st|nd|rd|th)$/, '');
  if (/^\d{1,3}(?:[.,]\d{3}){1,5}$/.test(digits)) return Number(digits.replaceAll(/[.,]/g, ''));
  const value = Number(digits.replace(',', '.').replace(/:00$/, ''));
  return Number.isNaN(value) ? Number.parseFloat(digits) : value;
}
