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

/**
 * Milliseconds of processor time that this process spends on `work`, all its threads together. Unlike the
 * clock it does not tell of the other processes of a busy machine.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
