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
  const words = drawings.flatMap(missingWords).map(({ word }) => word);
  return { features, words, values: drawings.flatMap(missingValues) };
}

/** The measures that speak for a statement; all others speak against it, or tell how far to trust them. */
export const SUPPORTS: ReadonlySet<string> = new Set(['coverage', 'near', 'agreed']);

const MOST_SENTENCES = 3;

function featuresOf(drawing: Drawing): Features {
  const { drawn, sentence } = drawing;
  return {
    ...measureWords(drawing),
    ...measureValues(drawing),
    ...measureModes(drawing),
    ...measureNegations(drawing),
    ...measureScope(drawing),
    ...measureActors(drawing),
    sentences: Math.min(Math.max(0, drawn.length - 1), MOST_SENTENCES) / MOST_SENTENCES,
    length: Math.log(1 + sentence.words.length) / 4,
  };
}
