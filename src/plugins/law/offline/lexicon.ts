import type { Language } from '../../../language/question-language.js';
import { stemOf } from '../../../language/word-stems.js';
import { readData, says, type Says } from '../../../../samples/offline-model/kit.js';

/** What is said of laws and lists alone. */
type Own =
  | ('none' | 'others' | 'readsOnly' | 'node' | 'elsewhere' | 'away' | 'failed' | 'due' | 'days')
  | ('cites_out' | 'cites_in' | 'amends_out' | 'amends_in');
type Said = Readonly<Record<Own, string>>;
type Wish = 'deadlines' | 'todo' | 'cases' | 'documents' | 'writes' | 'open' | 'closed';

interface LexiconFile {
  said: Readonly<Record<Language, Partial<Says> & Said>>;
  places: Readonly<Record<Language, string>>;
  own: Readonly<Record<Wish, string>>;
  periods: Readonly<Record<string, number>>;
}

const lexicon = readData<LexiconFile>(new URL('./lexicon.yaml', import.meta.url));

/** What is said in answers about the law, in a language. */
export function saidIn(language: Language): Says & Said {
  return { ...says[language], ...lexicon.said[language] };
}

/** True for a word, by its stem, that only names where laws are written. */
export function namesPlace(stem: string, language: Language): boolean {
  return lexicon.places[language].split(' ').some((word) => stemOf(word, language) === stem);
}

/** Whether a text asks for something of the user's own, or of that kind. */
export function asksFor(wish: Wish, text: string): boolean {
  return new RegExp(lexicon.own[wish], 'iu').test(text);
}

/** Words of time, and how many days they stand for. */
export const periods = Object.entries(lexicon.periods).map(([words, days]) => ({
  words: new RegExp(words, 'iu'),
  days,
}));
