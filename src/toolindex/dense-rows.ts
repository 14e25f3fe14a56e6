import { DenseMatrix } from './dense-matrix.js';
import type { Takeover } from './earlier-rows.js';
import { mergedFrom, renumbered } from './layers.js';
import type { RowScores } from './row-scores.js';
import { inSlices } from './slices.js';
import { normalize } from './vector.js';

/** What {@link DenseRows} are made of. */
export interface DenseOptions {
  dimensions: number;
  /** The share of the rows' mean that is taken from each. */
  centre: number;
  earlier?: Takeover<DenseRows> | undefined;
  signal?: AbortSignal | undefined;
}

/** A matrix, and which row of the catalogue each of its own is; -1 for one that is gone. */
interface Layer {
  matrix: DenseMatrix;
  rows: Int32Array;
}

/** A row this near to what is taken from it has no direction left. */
const LEAST_SQUARE = 1e-6;

/**
 * The dense vectors of a catalogue as unit vectors, from each of which a share of their mean is taken:
 * what all tools have in common ("an API that …") says nothing about which is meant. The rows stay as
 * they came, and the mean is taken from the scores: `(v − s·m)·q = v·q − s·(m·q)`. So a catalogue of one
 * tool more is one sum more and one search for the mean. Immutable.
 */
export class DenseRows {
  private readonly centred: Centred | undefined;

  private constructor(
    private readonly layers: readonly Layer[],
    /** By row of the catalogue its layer, and its row there. */
    private readonly places: Places,
    /** The sum of all rows. */
    private readonly sum: Float64Array,
    centre: number,
  ) {
    this.centred = centre === 0 ? undefined : this.centredBy(centre);
  }

  /** Rows that `vectorOf` answers, the others from the earlier rows; in slices of a few milliseconds. */
  static async of(
    rows: number,
    vectorOf: (row: number) => Float32Array | undefined,
    { dimensions, centre, earlier, signal }: DenseOptions,
  ): Promise<DenseRows> {
    const kept = (earlier?.from.layers ?? []).map(({ matrix, rows: before }) => ({
      matrix,
      rows: renumbered(before, earlier?.rows.after ?? NONE),
    }));
    const sum = earlier?.from.sumWithout(earlier.rows.after) ?? new Float64Array(dimensions);
    const fresh = [...Array(rows).keys()].filter((row) => (earlier?.rows.before[row] ?? -1) < 0);
    const sizes = kept.map(({ rows: now }) => ({
      held: now.length,
      live: now.filter((row) => row >= 0).length,
    }));
    const from = mergedFrom(sizes, fresh.length);
    const old = kept.slice(from).flatMap(placesOf);
    const matrix = new DenseMatrix(fresh.length + old.length, dimensions);
    await inSlices(matrix.rows, signal, (row) => {
      const into = matrix.row(row);
      const other = old[row - fresh.length];
      if (other !== undefined) {
        into.set(other.matrix.row(other.at));
        return;
      }
      into.set(vectorOf(fresh[row] as number) ?? into);
      normalize(into);
      add(into, 1, sum);
    });
    const own = Int32Array.from([...fresh, ...old.map(({ row }) => row)]);
    const layers = [...kept.slice(0, from), ...(matrix.rows > 0 ? [{ matrix, rows: own }] : [])];
    return new DenseRows(layers, placesIn(layers, rows), sum, centre);
  }

  get dimensions(): number {
    return this.sum.length;
  }

  /** The score of each row for a query of length 1 and the same dimensions. */
  scores(query: Float32Array): RowScores {
    const { centred } = this;
    if (centred === undefined) {
      return { of: (row) => this.dotRow(query, row), all: () => this.dotAll(query) };
    }
    const { taken, scales } = centred;
    let common = 0;
    taken.forEach((value, i) => (common += value * (query[i] as number)));
    const score = (dot: number, row: number): number => (dot - common) * (scales[row] as number);
    return {
      of: (row) => score(this.dotRow(query, row), row),
      all: () => this.dotAll(query).map(score),
    };
  }

  private dotRow(query: Float32Array, row: number): number {
    const { layer, at } = this.places;
    const { matrix } = this.layers[layer[row] as number] as Layer;
    return matrix.dotRow(query, at[row] as number);
  }

  private dotAll(query: Float32Array): Float32Array {
    const all = new Float32Array(this.places.at.length);
    for (const { matrix, rows } of this.layers) {
      const dots = matrix.dotAll(query);
      for (let at = 0; at < dots.length; at += 1) {
        const row = rows[at] as number;
        if (row >= 0) all[row] = dots[at] as number;
      }
    }
    return all;
  }

  /** The sum of the rows that stay. */
  private sumWithout(after: Int32Array): Float64Array {
    const sum = this.sum.slice();
    const { layer, at } = this.places;
    after.forEach((row, before) => {
      if (row >= 0) return;
      const { matrix } = this.layers[layer[before] as number] as Layer;
      add(matrix.row(at[before] as number), -1, sum);
    });
    return sum;
  }

  private centredBy(share: number): Centred {
    const rows = this.places.at.length;
    const taken = Float32Array.from(this.sum, (value) => (share * value) / (rows || 1));
    const square = taken.reduce((total, value) => total + value * value, 0);
    const scales = Float64Array.from(this.dotAll(taken), (dot) => {
      const left = 1 - 2 * dot + square;
      return left < LEAST_SQUARE ? 0 : 1 / Math.sqrt(left);
    });
    return { taken, scales };
  }
}

/** What is taken from each row, and what then brings each back to length 1. */
interface Centred {
  taken: Float32Array;
  scales: Float64Array;
}

/** Where the rows of a catalogue stand. */
interface Places {
  layer: Uint8Array;
  at: Int32Array;
}

const NONE = new Int32Array(0);

function placesIn(layers: readonly Layer[], count: number): Places {
  const places = { layer: new Uint8Array(count), at: new Int32Array(count) };
  layers.forEach(({ rows }, layer) => {
    rows.forEach((row, at) => {
      if (row < 0) return;
      places.layer[row] = layer;
      places.at[row] = at;
    });
  });
  return places;
}

/** The rows of a layer that are still of the catalogue. */
function placesOf({ matrix, rows }: Layer): { matrix: DenseMatrix; at: number; row: number }[] {
  return [...rows.keys()].flatMap((at) => {
    const row = rows[at] as number;
    return row < 0 ? [] : [{ matrix, at, row }];
  });
}

function add(row: Float32Array, sign: 1 | -1, sum: Float64Array): void {
  for (let i = 0; i < sum.length; i += 1) sum[i]! += sign * (row[i] as number);
}
