const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** How long a source waits before it asks again, in ms: doubled by each failure before, a minute at most. */
export function retryWait(failures: number): number {
  return Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
}
