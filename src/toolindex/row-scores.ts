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
  private computed: Float64Array | undefined;

  constructor(
    private readonly matrix: DenseMatrix,
    private readonly query: Float32Array,
    private readonly sparse: SparseScores | undefined,
  ) {}

  of(row: number): number {
    return this.computed?.[row] ?? this.joined(this.matrix.dotRow(this.query, row), row);
  }

  all(): Float64Array {
    return (this.computed ??= Float64Array.from(this.matrix.dotAll(this.query), (dense, row) =>
      this.joined(dense, row),
    ));
  }

  private joined(dense: number, row: number): number {
    if (this.sparse === undefined) return dense;
    const { share, of } = this.sparse;
    return (1 - share) * dense + share * of(row);
  }
}
