import { Alignment } from '../alignment.js';
import type { Claim, SourceText } from '../verdict.js';
import { measureActors } from './actors.js';
import { draw, type Drawing, type Features } from './drawing.js';
import { measureModes } from './modes.js';
import { measureNegations } from './negations.js';
import { measureScope } from './scope.js';
import type { Value } from '../values.js';
import { measureValues, missingValues } from './values.js';
import { measureWords, missingWords } from './words.js';

/** A statement's measures, with what it says that its sources do not. */
export interface Measured {
  features: Features;
  words: readonly string[];
  values: readonly Value[];
}

/** Measures a statement against texts taken together: by each measure, what speaks most against a sentence of it. */
export function measure({ sentences }: Claim, sources: readonly SourceText[]): Measured {
  const alignment = new Alignment();
  const drawings = sentences
    .filter(({ words, values }) => words.length + values.length > 0)
    .map((sentence) => draw(sentence, sources, alignment));
  const measured = drawings.map(featuresOf);
  const names = Object.keys(measured[0] ?? {});
  const features = Object.fromEntries(
    names.map((name) => {
      const each = measured.map((one) => one[name] ?? 0);
      return [name, SUPPORTS.has(name) ? Math.min(...each) : Math.max(...each)];
    }),
  );
  const [first] = drawings;
  // A short part may have few words of its source: how many are missing is asked of all parts together.
  const whole = first === undefined ? {} : measureWords(together(first, drawings));
  const words = drawings.flatMap(missingWords).map(({ word }) => word);
  return { features: { ...features, ...whole }, words, values: drawings.flatMap(missingValues) };
}

/** The measures that speak for a statement; all others speak against it, or tell how far to trust them. */
export const SUPPORTS: ReadonlySet<string> = new Set(['coverage', 'near', 'agreed']);

function together(first: Drawing, all: readonly Drawing[]): Drawing {
  const readings = all.map(({ sentence }) => sentence);
  const sentence = {
    clauses: readings.flatMap(({ clauses }) => clauses),
    words: readings.flatMap(({ words }) => words),
    values: readings.flatMap(({ values }) => values),
  };
  const drawn = [...new Set(all.flatMap((each) => each.drawn))];
  return { ...first, sentence, drawn, pairs: all.flatMap(({ pairs }) => pairs) };
}

const MOST_SENTENCES = 3;

function featuresOf(drawing: Drawing): Features {
  const { drawn, sentence } = drawing;
  return {
    ...measureValues(drawing),
    ...measureModes(drawing),
    ...measureNegations(drawing),
    ...measureScope(drawing),
    ...measureActors(drawing),
    sentences: Math.min(Math.max(0, drawn.length - 1), MOST_SENTENCES) / MOST_SENTENCES,
    length: Math.log(1 + sentence.words.length) / 4,
  };
}
