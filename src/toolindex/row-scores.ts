import type { DenseMatrix } from './dense-matrix.js';

/** The score of each row of an index for one query, from -1 to 1. */
export interface RowScores {
  /** Of one row; cheap while few are asked for. */
  of(row: number): number;
  /** Of every row, computed once. */
  all(): ArrayLike<number>;
}

/** The sparse part of a score: its share, and how well each row fits. */
export interface SparseScores {
  share: number;
  of: (row: number) => number;
}

/** `(1 − share) · dense + share · sparse`; without a sparse part the dense one alone. */
export class HybridScores implements RowScores {
  private computed: Float32Array | Float64Array | undefined;

  constructor(
    private readonly matrix: DenseMatrix,
    private readonly query: Float32Array,
    private readonly sparse: SparseScores | undefined,
  ) {}

  of(row: number): number {
    return this.computed?.[row] ?? this.joined(this.matrix.dotRow(this.query, row), row);
  }

  all(): Float32Array | Float64Array {
    return (this.computed ??= this.allJoined());
  }

  private allJoined(): Float32Array | Float64Array {
    // A copy: the matrix writes the next query's answer to the same place.
    const dense = this.matrix.dotAll(this.query).slice();
    if (this.sparse === undefined) return dense;
    const scores = new Float64Array(dense.length);
    for (let row = 0; row < scores.length; row += 1) {
      scores[row] = this.joined(dense[row] as number, row);
    }
    return scores;
  }

  private joined(dense: number, row: number): number {
    if (this.sparse === undefined) return dense;
    const { share, of } = this.sparse;
    return (1 - share) * dense + share * of(row);
  }
}
