/** One way's hits, best first. */
export interface RankedHits {
  hits: readonly { id: string; score: number }[];
  /** What this way's best hit adds to a score. */
  weight: number;
}

/** A hit of any way: the joined score, and the score and rank (from 1) each way gave it. */
export interface FusedHit {
  id: string;
  score: number;
}

/**
 * Joins hits of several ways: each way's scores are stretched to 0..1 between its worst and best hit and
 * added by weight. What one way did not find gets nothing from it. Best first, equal ones by id.
 */
export function fuse(ways: readonly RankedHits[]): FusedHit[] {
  const scores = new Map<string, number>();
  for (const { hits, weight } of ways) {
    const best = Math.max(...hits.map(({ score }) => score));
    const worst = Math.min(...hits.map(({ score }) => score), best);
    for (const { id, score } of hits) {
      const share = best === worst ? 1 : (score - worst) / (best - worst);
      scores.set(id, (scores.get(id) ?? 0) + weight * share);
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
