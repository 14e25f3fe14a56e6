import { digits, inTurn, table, type Times } from '../measure.js';

/** What some things cost where so many are kept, in ms. */
export interface Growth {
  counts: readonly number[];
  /** By what is done, at each count. */
  times: Record<string, readonly number[]>;
}

/** Grows to each count in turn, and measures the cases there: least times, as other work on the machine counts too. */
export async function growth(
  counts: readonly number[],
  growTo: (count: number) => Promise<unknown>,
  cases: Record<string, () => unknown>,
  rounds: number,
): Promise<Growth> {
  const times: Record<string, number[]> = {};
  for (const count of counts) {
    await growTo(count);
    const found: Record<string, Times> = await inTurn(cases, rounds);
    for (const [name, { least }] of Object.entries(found)) (times[name] ??= []).push(least);
  }
  return { counts, times };
}

/**
 * The x of n to the x: the slope of the logarithms over the upper two decades, by least squares. 0 is a cost that does
 * not grow, 1 one that grows with the count.
 */
export function exponent(counts: readonly number[], times: readonly number[]): number {
  const upper = counts.flatMap((count, at) =>
    count * 100 >= counts.at(-1)! ? [[Math.log(count), Math.log(times[at]!)] as const] : [],
  );
  const mean = (of: 0 | 1): number => upper.reduce((sum, one) => sum + one[of], 0) / upper.length;
  const [x, y] = [mean(0), mean(1)];
  const across = upper.reduce((sum, one) => sum + (one[0] - x) * (one[1] - y), 0);
  return across / upper.reduce((sum, one) => sum + (one[0] - x) ** 2, 0);
}

/** A row for each thing done, with its exponent. */
export function growthTable(what: string, { counts, times }: Growth): string {
  const head = [what, ...counts.map((count) => count.toLocaleString('en')), 'exponent'];
  const rows = Object.entries(times).map(([name, of]) => [
    name,
    ...of.map(digits),
    exponent(counts, of).toFixed(2),
  ]);
  return table(head, rows);
}
