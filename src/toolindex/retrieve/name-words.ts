import { defined } from '../../foundation/defined.js';
import { inSlices } from '../bounded-work.js';
import { documentVectors, type DocumentVectorOptions } from '../document-vectors.js';
import type { Embedder } from '../embedder.js';
import { normalize, normalized } from '../vector.js';
import { DenseMatrix } from './dense-matrix.js';
import { wordsOf } from './words.js';

/** A word of a tool's name, and how much it says in place of another, from 0 to 1. */
export interface LikeWord {
  word: string;
  weight: number;
}

/** So many of a message's words are looked up: each is embedded, in a quarter of a message's time. */
const MOST_WORDS = 16;
/** Shorter ones mean nothing alone; longer ones are no words. */
const LEAST_LENGTH = 3;
const MOST_LENGTH = 24;
/** For each word the nearest of the names: often two forms of one. */
const NEAREST = 2;

/** The words of the tools' names by their vectors: what a word that no tool has may mean among them. Immutable. */
export class NameWords {
  private constructor(
    private readonly words: readonly string[],
    private readonly vectors: readonly Float32Array[],
    private readonly mean: Float32Array,
    private readonly matrix: DenseMatrix,
  ) {}

  /** Embeds the words of the names; those that the earlier ones or the cache have are taken from there. */
  static async of(
    names: readonly string[],
    embedder: Embedder,
    options: Pick<DocumentVectorOptions, 'cache' | 'signal'> & { earlier: NameWords | undefined },
  ): Promise<NameWords> {
    const { earlier, cache, signal } = options;
    const found = new Set<string>();
    await inSlices(names.length, signal, (at) => {
      for (const word of meaningful(names[at] as string)) found.add(word);
    });
    const words = [...found];
    if (earlier?.words.join() === words.join()) return earlier;
    const before = new Map(earlier?.words.map((word, at) => [word, earlier.vectors[at]]));
    const vectors = await documentVectors(
      words.map((text) => ({ text, kind: 'query' })),
      embedder,
      { ...defined({ cache, signal }), known: ({ text }) => before.get(text) },
    );
    const mean = new Float32Array(vectors[0]?.length ?? 0);
    const matrix = new DenseMatrix(words.length, mean.length);
    await inSlices(words.length, signal, (row) => {
      const into = matrix.row(row);
      into.set(vectors[row] as Float32Array);
      normalize(into);
      for (let i = 0; i < mean.length; i += 1) mean[i]! += (into[i] as number) / words.length;
    });
    await inSlices(words.length, signal, (row) => apart(matrix.row(row), mean));
    return new NameWords(words, vectors, mean, matrix);
  }

  /** The words of a message that are looked up, where `isKnown` says which ones a tool has. */
  static asked(message: string, isKnown: (word: string) => boolean): string[] {
    const unknown = meaningful(message).filter((word) => !isKnown(word));
    return [...new Set(unknown)].slice(0, MOST_WORDS);
  }

  /** The words of names that are nearest to one of this vector, weighed by the square of how near they are. */
  nearest(vector: Float32Array): LikeWord[] {
    if (vector.length !== this.mean.length) return [];
    const scores = this.matrix.dotAll(apart(normalized(vector), this.mean));
    const best: LikeWord[] = [];
    this.words.forEach((word, row) => {
      const weight = Math.max(0, scores[row] as number) ** 2;
      if (best.length === NEAREST && weight <= (best[NEAREST - 1] as LikeWord).weight) return;
      best.splice(NEAREST - 1, 1, { word, weight });
      best.sort((one, other) => other.weight - one.weight);
    });
    return best;
  }
}

function meaningful(text: string): string[] {
  return wordsOf(text).filter(
    (word) => word.length >= LEAST_LENGTH && word.length <= MOST_LENGTH && !/\p{N}/u.test(word),
  );
}

/** Leaves of a unit vector what tells a word from the others: all vectors of words have much in common. */
function apart(vector: Float32Array, mean: Float32Array): Float32Array {
  for (let i = 0; i < vector.length; i += 1) vector[i]! -= mean[i] as number;
  normalize(vector);
  return vector;
}
