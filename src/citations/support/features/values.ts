import type { Alignment } from '../alignment.js';
import type { Clause } from '../read-clause.js';
import { isSameAmount, type Value } from '../values.js';
import type { Drawing, Features } from './drawing.js';
import { mean } from './mean.js';

/** Whether a sentence's numbers, times and dates are those of its sources, of the same things and on the same side. */
export function measureValues(drawing: Drawing): Features {
  const { sentence, sentences, drawn, pairs, alignment } = drawing;
  const own = valuesOf(drawing);
  const given = sentences.flatMap((each) => each.values);
  const near = drawn.flatMap((each) => each.values);
  const missing = missingValues(drawing);
  const found = own.filter((value) => !missing.includes(value));
  const isSideTurned = pairs.some(
    (each) =>
      each.length > 0 && each.every((pair) => areTurned(pair.clause.sides, pair.given.sides)),
  );
  return {
    valueMissing: missing.length > 0 ? 1 : 0,
    otherSide: found.some((value) => !isOnSide(value, given)) ? 1 : 0,
    anchor: Math.max(0, ...found.map((value) => anchorDeparture(value, near, alignment))),
    elsewhere: Math.max(0, ...sentence.values.map((value) => distance(value, drawing))),
    sideTurned: isSideTurned ? 1 : 0,
    hasValue: own.length > 0 ? 1 : 0,
  };
}

/** The values of a sentence that are no number of a heading. */
function valuesOf({ sentence, sources }: Drawing): Value[] {
  const named = new Set(sources.flatMap(({ contextNumbers }) => [...contextNumbers]));
  return sentence.values.filter(
    ({ dimension, number }) => dimension !== undefined || !named.has(String(number)),
  );
}

/** Those that the sources do not have. */
export function missingValues(drawing: Drawing): Value[] {
  const given = drawing.sentences.flatMap((each) => each.values);
  return valuesOf(drawing).filter((value) => !given.some((each) => isSameAmount(value, each)));
}

function isOnSide(value: Value, among: readonly Value[]): boolean {
  return among.some(
    (each) =>
      isSameAmount(value, each) &&
      (value.bound === undefined || each.bound === undefined || value.bound === each.bound),
  );
}

function areTurned(a: Clause['sides'], b: Clause['sides']): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((side) => b.has(side));
}

/** How far the event that a period is counted from is another one than the source's. */
function anchorDeparture(value: Value, given: readonly Value[], alignment: Alignment): number {
  const others = given.filter((each) => isSameAmount(value, each) && each.anchor.length > 0);
  if (value.anchor.length === 0 || others.length === 0) return 0;
  return Math.min(
    ...others.map((each) => {
      const said = value.anchor.map((word) => alignment.best(word, each.anchor));
      return said.some(({ isOpposite }) => isOpposite)
        ? 1
        : 1 - mean(said.map(({ strength }) => strength));
    }),
  );
}

/** How much of what a value stands with is said elsewhere in the sources than the value itself. */
function distance(value: Value, { sentences, drawn, alignment }: Drawing): number {
  const holds = ({ values }: { values: readonly Value[] }) =>
    values.some((one) => isSameAmount(value, one));
  const strength = (words: Value['near']) =>
    mean(value.near.map((word) => alignment.best(word, words).strength));
  const holders = sentences.filter(holds);
  if (holders.length === 0 || drawn.some(holds)) return 0;
  const most = Math.max(...holders.map(({ words }) => strength(words)));
  return Math.max(0, strength(sentences.flatMap(({ words }) => words)) - most);
}
