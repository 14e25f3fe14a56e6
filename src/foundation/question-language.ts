import { stopWords, wordSet, type Language } from './stop-words.js';

export type { Language };

/** Words of a question that say nothing about its subject: the stop words, and those of asking. */
export const questionWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set([
    ...stopWords.en,
    ...wordSet(
      `according after again allowed also anything ask before big during each else ever every everything far fast find first get give
    happen happens heavy high know large least let like long look many more most much need off often old one only
    open quickly say says since small something soon still show such tell then under until use used way whether
    while whom whose within without`,
    ),
  ]),
  de: new Set([
    ...stopWords.de,
    ...wordSet(
      `etwas gibt hoch irgendetwas lang lange mehr oft schnell tun viel viele geht sagt steht macht machen passiert`,
    ),
  ]),
};

/** Lower-case words and numbers of a text; a number is one word, thousands marks or not. */
export function wordsOf(text: string): string[] {
  const joined = text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '');
  return joined.toLowerCase().match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

/** German where more of its words are German function words than English ones, or an umlaut says so. */
export function languageOf(text: string): Language {
  const words = wordsOf(text);
  const count = (language: Language) =>
    words.filter((word) => questionWords[language].has(word)).length;
  const marked = /[äöüß]/i.test(text) ? 1 : 0;
  return count('de') + marked > count('en') ? 'de' : 'en';
}
