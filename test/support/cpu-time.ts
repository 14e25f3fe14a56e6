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
