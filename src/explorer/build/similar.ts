import { inSlices } from '../../toolindex/bounded-work.js';
import { DenseMatrix } from '../../toolindex/retrieve/dense-matrix.js';
import { normalized } from '../../toolindex/vector.js';
import type { Link } from './link.js';

const NEAREST = 3;

/** How far above what two sections usually have in common a similarity must stand, in standard deviations. */
const DEVIATIONS = 2.5;

/** Where all sections are equally far from each other, none stands out. */
const LEAST = 0.3;

/**
 * Edges between sections that are alike: each section's nearest, where they stand out among all pairs, so
 * that no number depends on the embedder. What all sections share, the mean direction, is taken out first.
 * Compares each with each. `onProgress` is told the rows done.
 */
export async function similarLinks(
  sections: readonly { id: number; vector: Float32Array }[],
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<Link[]> {
  const length = sections[0]?.vector.length ?? 0;
  const alike = sections.filter(({ vector }) => vector.length === length);
  if (alike.length < 3) return [];
  const matrix = centred(alike, length);
  const spread = new Spread();
  const nearest: { from: number; to: number; score: number }[] = [];
  await inSlices(alike.length, signal, (row) => {
    const scores = matrix.dotAll(matrix.row(row));
    spread.add(scores, row);
    for (const { index, score } of best(scores, row)) {
      nearest.push({ from: alike[row]?.id ?? 0, to: alike[index]?.id ?? 0, score });
    }
    onProgress?.(row + 1);
  });
  const least = Math.max(LEAST, spread.mean + DEVIATIONS * spread.deviation);
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

class Spread {
  private count = 0;
  private sum = 0;
  private squares = 0;

  add(scores: Float32Array, row: number): void {
    for (let other = row + 1; other < scores.length; other += 1) {
      const score = scores[other] as number;
      this.count += 1;
      this.sum += score;
      this.squares += score * score;
    }
  }

  get mean(): number {
    return this.sum / Math.max(this.count, 1);
  }

  get deviation(): number {
    return Math.sqrt(Math.max(0, this.squares / Math.max(this.count, 1) - this.mean ** 2));
  }
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
