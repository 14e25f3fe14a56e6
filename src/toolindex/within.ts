import { cancelled, throwIfCancelled } from './cancelled.js';

/**
 * Waits for `work`, at most so long: resolves when it is done or the time is up, rejects with
 * `cancelled` when the signal fires.
 */
export async function waitAtMost(
  work: Promise<void>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let stop: () => void = () => undefined;
  const bounded = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const onAbort = (): void => reject(cancelled());
    signal?.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    await Promise.race([work, bounded]);
  } finally {
    stop();
  }
}

/**
 * Runs `work` with a signal that fires with the caller's or when the time is up; then rejects with
 * `cancelled` or with the error of `tooLate`, which is also the signal's reason.
 */
export async function withinLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
  signal: AbortSignal | undefined,
  tooLate: () => Error,
): Promise<T> {
  throwIfCancelled(signal);
  const limit = new AbortController();
  const abort = () => limit.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let late: Error | undefined;
  const timer = setTimeout(() => {
    late = tooLate();
    limit.abort(late);
  }, milliseconds);
  try {
    return await work(limit.signal);
  } catch (error) {
    throw late ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
