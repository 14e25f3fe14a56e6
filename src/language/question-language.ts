import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as german } from '@orama/stopwords/german';

export type Language = 'en' | 'de';

/** Function words with which people ask, and which the library's list of German lacks. */
const ASKING = ['wer', 'wem', 'wen', 'wessen', 'wann', 'warum', 'darf', 'dürfen'];

/** The function words of each language: they say nothing of what a text is about. */
export const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(english),
  de: new Set([...german, ...ASKING]),
};

/** Words and numbers of a text; a number is one word, thousands marks or not. */
export function spelledWordsOf(text: string): string[] {
  const joined = text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '');
  return joined.match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

export function wordsOf(text: string): string[] {
  return spelledWordsOf(text.toLowerCase());
}

export function contentWords(text: string, language = languageOf(text)): string[] {
  return wordsOf(text).filter((word) => !stopWords[language].has(word));
}

/** German where more of its words are German stop words than English ones, or an umlaut says so; else English. */
export function languageOf(text: string): Language {
  const words = wordsOf(text);
  const count = (language: Language) =>
    words.filter((word) => stopWords[language].has(word)).length;
  const german = count('de') + (/[äöüß]/i.test(text) ? 1 : 0);
  return german > count('en') ? 'de' : 'en';
}
