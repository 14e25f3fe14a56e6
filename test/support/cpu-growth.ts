/** Work that is too short to be compared counts as this much. */
const FLOOR_MS = 4;
const TRIES = 3;

/** How much more processor time work takes at `8 * size`: 8 times if linear, 64 if quadratic. */
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

/** Milliseconds of processor time that `work` takes in all threads, other processes apart. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
