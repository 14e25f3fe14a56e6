import { SAID } from '../alignment.js';
import type { Content } from '../content.js';
import type { Drawing, Features } from './drawing.js';

/** Negations of a sentence that turn nothing its sources turn, and whether all that differ make it the opposite. */
export function measureNegations({ sentence, drawn, alignment }: Drawing): Features {
  const given = drawn.flatMap((each) => each.clauses.flatMap(({ negated }) => negated));
  const said = sentence.clauses.flatMap(({ negated }) => negated);
  const meets = (of: readonly Content[], others: readonly Content[]) =>
    of.some((word) => alignment.best(word, others).strength >= SAID);
  const all = drawn.flatMap((each) => each.words);
  const added = said.filter((of) => meets(of, all) && !meets(of, given.flat()));
  const dropped = given.filter(
    (of) => meets(sentence.words, of.slice(0, 1)) && !meets(said.flat(), of),
  );
  return {
    negationAdded: Math.min(added.length, 2) / 2,
    negationOdd: (added.length + dropped.length) % 2,
  };
}
