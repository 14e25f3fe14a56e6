/** How long to wait for more of a burst, in milliseconds. */
const MOMENT_MS = 120;

/**
 * Calls `flush` a moment after it was wanted, never twice at once, and once more for what was wanted
 * in the meantime: what comes in a burst is one call, and a slow call is not overtaken. `flush` must not reject.
 */
export function batched(
  flush: () => Promise<void>,
  moment: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, MOMENT_MS)),
): () => void {
  let isWanted = false;
  let isBusy = false;
  const run = async () => {
    isBusy = true;
    while (isWanted) {
      await moment();
      isWanted = false;
      await flush();
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void run();
  };
}
