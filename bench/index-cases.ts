import { QueryScores } from '../src/toolindex/query-scores.js';
import { DenseMatrix } from '../src/toolindex/retrieve/dense-matrix.js';
import { normalized } from '../src/toolindex/vector.js';
import { inTurn, type Times } from './measure.js';

const DIMENSIONS = 384;
const TOP_K = 6;

/** The times of one index of random vectors. */
export type IndexTimes = Record<
  | 'memory'
  | 'naive'
  | 'plain'
  | 'kernel'
  | 'search, all allowed'
  | 'search, one in 2 allowed'
  | 'search, one in 100 allowed',
  Times
>;

/**
 * Searches `rows` random vectors in turn by all ways. `memory` is the bound: what the C library's
 * byte search, which uses the machine's widest registers, needs to read as many bytes.
 */
export async function indexTimes(rows: number, rounds: number): Promise<IndexTimes> {
  const random = numbers();
  const vector = (): Float32Array =>
    normalized(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5));
  const matrix = new DenseMatrix(rows, DIMENSIONS);
  for (let row = 0; row < rows; row += 1) matrix.row(row).set(vector());
  const vectors =
    rows > 10_000 ? [] : Array.from({ length: rows }, (_, row) => [...matrix.row(row)]);
  const query = vector();
  const names = Array.from({ length: rows }, (_, row) => `tool_${row}`);
  const rowsByName = new Map(names.map((name, row) => [name, row]));
  const search = (allowed: ReadonlySet<string>) => (): unknown => {
    const scores = matrix.dotAll(query);
    const ranked = { names, rows: rowsByName, scores, ranks: scores, known: 1 };
    return new QueryScores(ranked).top({ topK: TOP_K, minScore: 0, allowed });
  };
  const bytes = Buffer.alloc(rows * DIMENSIONS * 4, 2);
  const cases: Record<keyof IndexTimes, () => unknown> = {
    memory: () => bytes.indexOf(1),
    naive: () => naive(names, vectors, [...query]),
    plain: () => plain(matrix, query),
    kernel: () => matrix.dotAll(query),
    'search, all allowed': search(new Set(names)),
    'search, one in 2 allowed': search(new Set(names.filter((_, row) => row % 2 === 0))),
    'search, one in 100 allowed': search(new Set(names.filter((_, row) => row % 100 === 0))),
  };
  return inTurn(cases, rounds);
}

/** Arrays of numbers, each score in an object, all of them sorted: how it is first written. */
function naive(names: readonly string[], vectors: readonly number[][], query: number[]): unknown {
  return vectors
    .map((values, row) => ({
      name: names[row],
      score: values.reduce((sum, value, i) => sum + value * (query[i] as number), 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, TOP_K);
}

/** The same flat matrix, read by TypeScript alone. */
function plain(matrix: DenseMatrix, query: Float32Array): number {
  let best = -1;
  for (let row = 0; row < matrix.rows; row += 1) {
    const values = matrix.row(row);
    let sum = 0;
    for (let i = 0; i < values.length; i += 1) sum += (values[i] as number) * (query[i] as number);
    best = Math.max(best, sum);
  }
  return best;
}

/** The same numbers from 0 to 1 in each run. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
