import { cpuMs } from './cpu-time.js';

/** Work that is too short to be compared counts as this much. */
const FLOOR_MS = 4;
const TRIES = 3;

/**
 * How many times as much processor time work takes at `8 * size` as at `size`: about 8 when its cost is
 * linear, about 64 when it is quadratic. The cheapest of a few tries counts, so that a garbage
 * collection is not taken for the work.
 */
export async function cpuGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  const few = Math.max(FLOOR_MS, await cheapest(work, size));
  return (await cheapest(work, 8 * size)) / few;
}

async function cheapest(work: (size: number) => unknown, size: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES; tries += 1) {
    least = Math.min(least, await cpuMs(() => work(size)));
  }
  return least;
}
