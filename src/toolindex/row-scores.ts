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
  private computed: ArrayLike<number> | undefined;

  constructor(
    private readonly dense: RowScores,
    private readonly sparse: SparseScores | undefined,
  ) {}

  of(row: number): number {
    return this.computed?.[row] ?? this.joined(this.dense.of(row), row);
  }

  all(): ArrayLike<number> {
    return (this.computed ??= this.allJoined());
  }

  private allJoined(): ArrayLike<number> {
    const dense = this.dense.all();
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
