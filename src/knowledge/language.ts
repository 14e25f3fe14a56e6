import { countWords } from './chunks.js';

/** The language of a document as full text needs it; `simple` is any other. */
export type Language = 'en' | 'de' | 'simple';

/** PostgreSQL's text search configuration of each language. */
export const searchConfigs: Readonly<Record<Language, 'english' | 'german' | 'simple'>> = {
  en: 'english',
  de: 'german',
  simple: 'simple',
};

const common: Readonly<Record<'en' | 'de', ReadonlySet<string>>> = {
  en: new Set(
    'the of and to in is are for with that be on by as at this from it not or must may will an we you our'.split(
      ' ',
    ),
  ),
  de: new Set(
    'der die das und ist sind für mit nicht von zu im den des ein eine auf werden wird dem bei oder nach wir sie durch'.split(
      ' ',
    ),
  ),
};

/** Enough to tell a language; more costs time only. */
const SAMPLE_CHARS = 20_000;
/** In running text of a language, a quarter to a half of all words are among its most common ones. */
const MIN_SHARE = 0.08;

/** Tells English and German apart by their most common words. */
export function detectLanguage(text: string): Language {
  const words =
    text
      .slice(0, SAMPLE_CHARS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const share = (language: 'en' | 'de') =>
    words.filter((word) => common[language].has(word)).length / Math.max(words.length, 1);
  const [en, de] = [share('en'), share('de')];
  if (Math.max(en, de) < MIN_SHARE) return 'simple';
  return en >= de ? 'en' : 'de';
}

/** With fewer words a part of a document is taken to be in the document's language. */
const LEAST_WORDS = 30;

/** The language of a part of a document: its own where it is long enough to tell, else the document's. */
export function languageOfPart(text: string, document: Language): Language {
  if (countWords(text.slice(0, SAMPLE_CHARS)) < LEAST_WORDS) return document;
  const own = detectLanguage(text);
  return own === 'simple' ? document : own;
}
