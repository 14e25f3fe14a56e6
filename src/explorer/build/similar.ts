import { inSlices } from '../../toolindex/bounded-work.js';
import { DenseMatrix } from '../../toolindex/retrieve/dense-matrix.js';
import { normalized } from '../../toolindex/vector.js';
import type { Link } from './link.js';

const NEAREST = 3;

/** How far above what two sections usually have in common a similarity must stand, in standard deviations. */
const DEVIATIONS = 2.5;

/** Where all sections are equally far from each other, none stands out. */
const LEAST = 0.3;

/** Edges from each section to its nearest that stand out among all pairs, whatever the embedder. `onProgress` is told the rows done. */
export async function similarLinks(
  sections: readonly { id: number; vector: Float32Array }[],
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<Link[]> {
  const length = sections[0]?.vector.length ?? 0;
  const alike = sections.filter(({ vector }) => vector.length === length);
  if (alike.length < 3) return [];
  const matrix = centred(alike, length);
  // Of all pairs' scores.
  let [count, sum, squares] = [0, 0, 0];
  const nearest: { from: number; to: number; score: number }[] = [];
  await inSlices(alike.length, signal, (row) => {
    const scores = matrix.dotAll(matrix.row(row));
    for (const score of scores.subarray(row + 1)) {
      count += 1;
      sum += score;
      squares += score * score;
    }
    for (const { index, score } of best(scores, row)) {
      nearest.push({ from: alike[row]?.id ?? 0, to: alike[index]?.id ?? 0, score });
    }
    onProgress?.(row + 1);
  });
  const mean = sum / Math.max(count, 1);
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(count, 1) - mean ** 2));
  const least = Math.max(LEAST, mean + DEVIATIONS * deviation);
  return toLinks(nearest.filter(({ score }) => score >= least));
}

/** All vectors in one matrix, without their mean, each of length 1. */
function centred(sections: readonly { vector: Float32Array }[], length: number): DenseMatrix {
  const mean = new Float64Array(length);
  for (const { vector } of sections) vector.forEach((value, i) => (mean[i]! += value));
  const matrix = new DenseMatrix(sections.length, length);
  sections.forEach(({ vector }, row) => {
    const own = vector.map((value, i) => value - mean[i]! / sections.length);
    matrix.row(row).set(normalized(own));
  });
  return matrix;
}

function best(scores: Float32Array, row: number): { index: number; score: number }[] {
  const found: { index: number; score: number }[] = [];
  scores.forEach((score, index) => {
    if (index === row || (found.length === NEAREST && score <= found[NEAREST - 1]!.score)) return;
    found.push({ index, score });
    found.sort((a, b) => b.score - a.score || a.index - b.index);
    found.length = Math.min(found.length, NEAREST);
  });
  return found;
}

function toLinks(pairs: readonly { from: number; to: number; score: number }[]): Link[] {
  const links = new Map<string, Link>();
  for (const { from, to, score } of pairs) {
    const [low, high] = from < to ? [from, to] : [to, from];
    links.set(`${low}|${high}`, {
      relation: 'similar',
      from: low,
      to: high,
      detail: score.toFixed(2),
    });
  }
  return [...links.values()];
}
