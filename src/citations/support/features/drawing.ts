import { pairsOf, type Alignment, type Pair } from '../alignment.js';
import type { Content } from '../content.js';
import type { Reading } from '../reading.js';
import type { SourceText } from '../verdict.js';

/** What is measured of a statement against its source, each from 0 to about 1. */
export type Features = Readonly<Record<string, number>>;

/** A sentence of a statement, beside what of its sources it draws on. */
export interface Drawing {
  sentence: Reading;
  sources: readonly SourceText[];
  /** The sentences of the sources, and those of them that say most of a clause. */
  sentences: readonly Reading[];
  drawn: readonly Reading[];
  /** The words of the sources, with those of the headings. */
  all: readonly Content[];
  /** For each clause the source's clauses that say most of it. */
  pairs: readonly (readonly Pair[])[];
  alignment: Alignment;
}

/** Finds what a sentence draws on. */
export function draw(
  sentence: Reading,
  sources: readonly SourceText[],
  alignment: Alignment,
): Drawing {
  const sentences = sources.flatMap((source) => source.sentences);
  const pairs = sentence.clauses
    .filter(({ words, values }) => words.length + values.length > 0)
    .map((clause) => pairsOf(clause, sentences, alignment));
  const drawn = [...new Set(pairs.flatMap(([best]) => (best ? [best.sentence] : [])))];
  const context = sources.flatMap(({ contextWords }) => contextWords);
  const all = [...sentences.flatMap(({ words }) => words), ...context];
  return { sentence, sources, sentences, drawn, all, pairs, alignment };
}
