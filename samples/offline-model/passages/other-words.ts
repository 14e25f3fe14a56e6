import { synonyms } from '../lexicon.js';
import type { Question } from './question.js';
import { stemOf } from '../../../src/foundation/word-stems.js';

/** The question with other words for those that have some; as it was asked when none has. */
export function otherWords({ terms, years, language, text }: Question): string {
  const replaced = terms.map(({ word, stem }) => {
    const group = synonyms.find((each) => each.some((other) => stemOf(other, language) === stem));
    return group?.filter((other) => stemOf(other, language) !== stem) ?? [word];
  });
  const isOther = replaced.some((words, at) => words[0] !== terms[at]?.word);
  return isOther ? [...replaced.flat(), ...years].join(' ') : text;
}
