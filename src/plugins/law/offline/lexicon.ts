import type { Language } from '../../../language/question-language.js';
import { stemOf } from '../../../language/word-stems.js';
import { readData } from '../../../../samples/offline-model/kit.js';

interface LexiconFile {
  said: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  places: Readonly<Record<Language, string>>;
}

const { said, places } = readData<LexiconFile>(new URL('./lexicon.yaml', import.meta.url));

/** A sentence of an answer, or a piece of one, with names put in. */
export function say(key: string, language: Language, names = ''): string {
  return (said[language][key] ?? key).replace('{names}', () => names);
}

/** True for a word, by its stem, that only names where laws are written. */
export function namesPlace(stem: string, language: Language): boolean {
  return places[language].split(' ').some((word) => stemOf(word, language) === stem);
}
