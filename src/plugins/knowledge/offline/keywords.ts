import { questionWords, wordsOf } from '../../../foundation/question-language.js';
import { queryOf, type Question } from '../../../../samples/offline-model/kit.js';

const SHORTEST = 3;
const LONGEST = 50;

/** Keywords for an answer from outside, the most telling first: the question as a whole, its words, then the answer's. */
export function keywordsOf(question: Question, answer: string): string[] {
  const whole = queryOf(question);
  const own = question.terms.map(({ word }) => word);
  const pairs = own.slice(1).map((word, at) => `${own[at]} ${word}`);
  const said = wordsOf(answer).filter(
    (word) => word.length > 5 && !questionWords[question.language].has(word),
  );
  const all = [whole, ...pairs, ...own, ...said].filter(
    ({ length }) => length >= SHORTEST && length <= LONGEST,
  );
  return [...new Set(all)];
}

/** The keywords that a refusal does not name. */
export function withoutRefused(keywords: readonly string[], message: string): string[] {
  return keywords.filter((word) => !message.includes(`"${word}"`));
}
