import { detectLanguage } from '../../../knowledge/language.js';
import { languageOf } from '../../../language/question-language.js';
import type { ResearchLanguage } from '../state.js';

/** The language of a question; a short one goes by any word that tells, and umlauts. */
export function languageOfQuery(query: string): ResearchLanguage {
  const found = detectLanguage(query);
  return found === 'simple' ? languageOf(query) : found;
}

/** Text that is too short or too odd to tell is not held to be in a wrong language. */
export function isInLanguage(text: string, language: ResearchLanguage): boolean {
  const found = detectLanguage(text);
  return found === 'simple' || found === language;
}
