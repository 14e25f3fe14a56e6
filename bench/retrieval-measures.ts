/** What a ranking of known items is worth: shares and the mean of 1/rank, each from 0 to 1. */
export interface KnownItem {
  count: number;
  first: number;
  five: number;
  mrr: number;
}

/** From the rank (from 1) of each question's item; undefined where it was not among the results. */
export function knownItem(ranks: readonly (number | undefined)[]): KnownItem {
  const share = (most: number) =>
    mean(ranks.map((rank) => (rank !== undefined && rank <= most ? 1 : 0)));
  return {
    count: ranks.length,
    first: share(1),
    five: share(5),
    mrr: mean(ranks.map((rank) => (rank === undefined ? 0 : 1 / rank))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
