import { firstChars } from '../../../../foundation/first-chars.js';
import { exclusionsOf, isLeftOut, withoutExclusions } from '../../text/exclusions.js';
import { comparable, termsOf } from '../../text/terms.js';
import type { Inquiry } from '../judge.js';

const QUERY_CHARS = 300;
const GAP_WORDS = 6;
const MAIN_WORDS = 3;
/** What can be asked of anything, for a question of a single word. */
const GENERAL = {
  de: ['Begriff und Anwendungsbereich', 'Voraussetzungen und Ausnahmen'],
  en: ['definition and scope', 'requirements and exceptions'],
} as const;

/**
 * Two other ways to search: first what the user added and what is still open, joined with the question's main
 * words; then the question's words of content alone, and its names.
 */
export function alternativeQueries(inquiry: Inquiry): string[] {
  const { question, language, refinements, gaps } = inquiry;
  const own = wordsOf(question, inquiry);
  const main = own.slice(0, MAIN_WORDS).join(' ');
  const refined = refinements.flatMap((each) => wordsOf(withoutExclusions(each), inquiry));
  const left = refinements.flatMap(exclusionsOf);
  const open = gaps
    .filter((gap) => !isLeftOut(gap, left, language))
    .map((gap) => wordsOf(gap, inquiry).slice(0, GAP_WORDS).join(' '));
  const candidates = [
    refined.length === 0 ? '' : [...own, ...refined].join(' '),
    ...open.filter((gap) => gap !== '').map((gap) => `${main} ${gap}`),
    own.join(' '),
    namesOf(question).join(' '),
    refined.join(' '),
    ...GENERAL[language].map((general) => `${main} ${general}`),
  ];
  return distinct(candidates, question).slice(0, 2);
}

function wordsOf(text: string, { language }: Inquiry): string[] {
  return termsOf(text, language).map(({ word }) => word);
}

/** Words written with a capital letter inside a sentence: in German the nouns. */
function namesOf(text: string): string[] {
  return [...new Set(text.match(/\p{Lu}(?<=\S\s+\p{Lu})[\p{L}\p{N}-]{2,}/gu) ?? [])];
}

function distinct(candidates: readonly string[], question: string): string[] {
  const seen = new Set([comparable(question), '']);
  return candidates
    .map((candidate) => firstChars(candidate.trim(), QUERY_CHARS).trim())
    .filter((candidate) => {
      const isNew = !seen.has(comparable(candidate));
      seen.add(comparable(candidate));
      return isNew;
    });
}
