import { stopWords } from '../../language/question-language.js';
import { stemOf } from '../../language/words.js';
import { wordsOf } from '../../toolindex/retrieve/words.js';

/** The shortest and longest keyword, in characters. */
export const KEYWORD_CHARS = { min: 2, max: 50 } as const;

/** Words that fit every question, and so find everything: in English and German. */
const GENERIC = new Set(
  [
    'information data thing things stuff answer answers question questions result results topic',
    'content text detail details general other various important new overview summary example',
    'informationen daten sache sachen antwort frage ergebnis thema inhalt allgemein wichtig',
  ].flatMap((line) => line.split(' ')),
);

/** One keyword however it is written: lower case, one space between words. */
export function keywordForm(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Of stored stems; higher when {@link stemsOf} changes, so that those from before are made again. */
export const STEMS_VERSION = 2;

/** What keywords and questions are compared by. */
export function stemsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => !stopWords.en.has(word));
  return [...new Set(words.map((word) => stemOf(word, 'en')))];
}

/** What is wrong with a keyword, or undefined. */
export function keywordProblem(text: string): string | undefined {
  const word = keywordForm(text);
  const { length } = [...word];
  if (length < KEYWORD_CHARS.min || length > KEYWORD_CHARS.max) {
    return `must have ${KEYWORD_CHARS.min} to ${KEYWORD_CHARS.max} characters and has ${length}`;
  }
  const isGeneric = wordsOf(word).every(
    (each) => GENERIC.has(each) || stopWords.en.has(each) || stopWords.de.has(each),
  );
  if (isGeneric) return 'is too generic to find anything by: name the concept, product or period';
  return undefined;
}
