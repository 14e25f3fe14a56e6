import { countWords } from '../language/sentences.js';
import { stopWords } from '../language/question-language.js';
import type { Embedder } from '../toolindex/embedder.js';

/** The language of a document as full text needs it; `simple` is any other. */
export type Language = 'en' | 'de' | 'simple';

export const searchConfigs: Readonly<Record<Language, 'english' | 'german' | 'simple'>> = {
  en: 'english',
  de: 'german',
  simple: 'simple',
};

const SAMPLE_CHARS = 20_000;
/** In running text of a language, a third to a half of all words are function words. */
const MIN_SHARE = 0.15;

function sharesOf(text: string): Record<'en' | 'de', number> {
  const words =
    text
      .slice(0, SAMPLE_CHARS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const share = (language: 'en' | 'de') =>
    words.filter((word) => stopWords[language].has(word)).length / Math.max(words.length, 1);
  return { en: share('en'), de: share('de') };
}

export function detectLanguage(text: string): Language {
  const { en, de } = sharesOf(text);
  if (Math.max(en, de) < MIN_SHARE) return 'simple';
  return en >= de ? 'en' : 'de';
}

/** Lists and tables have words that are function words of another language: a part is of another only where it is sure. */
const SURE_SHARE = 0.2;
const LEAST_WORDS = 30;

/** The language of a part of a document: its own where it is long enough to tell, else the document's. */
export function languageOfPart(text: string, document: Language): Language {
  if (countWords(text.slice(0, SAMPLE_CHARS)) < LEAST_WORDS) return document;
  const shares = sharesOf(text);
  const [own, other] = shares.en >= shares.de ? (['en', 'de'] as const) : (['de', 'en'] as const);
  return shares[own] >= SURE_SHARE && shares[own] > 2 * shares[other] ? own : document;
}

export function canRead({ languages }: Pick<Embedder, 'languages'>, language: 'en' | 'de') {
  return languages?.includes(language) ?? true;
}

/** The text search configurations of the languages that an embedder reads; texts of no known language are among them. */
export function readableConfigs(embedder: Pick<Embedder, 'languages'>): string[] {
  const read = (['en', 'de'] as const).filter((language) => canRead(embedder, language));
  return [...read, 'simple' as const].map((language) => searchConfigs[language]);
}
