import { languageOf } from '../../../language/question-language.js';
import { detectLanguage } from '../../../knowledge/language.js';
import type { ResearchLanguage } from '../state.js';

/** Endings that many German words have and hardly any English one. */
const GERMAN_WORD =
  /(?<=\p{L}{3})(?:ung|ungen|keit|heit|schaft|pflicht|gesetz|recht|ieren|lichen?)(?!\p{L})/iu;

/** The language of a question; a short one without any common word goes by question words, umlauts and endings. */
export function languageOfQuery(query: string): ResearchLanguage {
  const found = detectLanguage(query);
  if (found !== 'simple') return found;
  return GERMAN_WORD.test(query) ? 'de' : languageOf(query);
}

/** Text that is too short or too odd to tell is not held to be in a wrong language. */
export function isInLanguage(text: string, language: ResearchLanguage): boolean {
  const found = detectLanguage(text);
  return found === 'simple' || found === language;
}
