import { inSlices } from '../bounded-work.js';
import { normalize } from '../vector.js';
import { DenseMatrix } from './dense-matrix.js';

/** What a tool's best example counts beside its own text, where the example fits better. */
const EXAMPLE_SHARE = 0.5;

/** One unit vector of each tool's text and of each of its examples; where the best example fits better, its mean with the text counts. Immutable. */
export class ToolVectors {
  private constructor(
    private readonly texts: DenseMatrix,
    private readonly examples: DenseMatrix,
    /** Where the examples of each tool begin; one more than there are tools. */
    private readonly starts: Uint32Array,
  ) {}

  /** Of the vectors of the tools' texts, and then of their examples, of which each tool has `counts`. */
  static async of(
    vectors: readonly Float32Array[],
    counts: readonly number[],
    signal?: AbortSignal,
  ): Promise<ToolVectors> {
    const starts = new Uint32Array(counts.length + 1);
    counts.forEach((count, row) => (starts[row + 1] = (starts[row] as number) + count));
    const texts = await matrixOf(vectors.slice(0, counts.length), signal);
    const examples = await matrixOf(vectors.slice(counts.length), signal);
    return new ToolVectors(texts, examples, starts);
  }

  /** One of the vectors, in the order in which they came; a view that is only read. */
  vector(place: number): Float32Array {
    const { rows } = this.texts;
    return place < rows ? this.texts.row(place) : this.examples.row(place - rows);
  }

  get dimensions(): number {
    return this.texts.dimensions;
  }

  /** The score of each tool for a query of length 1 and the same dimensions. */
  scores(query: Float32Array): Float32Array {
    const scores = this.texts.dotAll(query).slice();
    const examples = this.examples.rows === 0 ? [] : this.examples.dotAll(query);
    for (let row = 0; row < scores.length; row += 1) {
      let best = -1;
      const end = this.starts[row + 1] as number;
      for (let at = this.starts[row] as number; at < end; at += 1) {
        best = Math.max(best, examples[at] as number);
      }
      const own = scores[row] as number;
      if (best > own) scores[row] = own + EXAMPLE_SHARE * (best - own);
    }
    return scores;
  }
}

async function matrixOf(
  vectors: readonly Float32Array[],
  signal: AbortSignal | undefined,
): Promise<DenseMatrix> {
  const matrix = new DenseMatrix(vectors.length, vectors[0]?.length ?? 0);
  await inSlices(vectors.length, signal, (row) => {
    const into = matrix.row(row);
    into.set(vectors[row] as Float32Array);
    normalize(into);
  });
  return matrix;
}
