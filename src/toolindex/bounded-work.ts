import { setTimeout as pause } from 'node:timers/promises';
import { systemTimer, Deadline } from '../foundation/clock.js';
import { AppError } from '../foundation/errors.js';
import { Turns } from '../foundation/turns.js';

/** What every part of the index rejects with when its signal fires. */
export function cancelled(): AppError {
  return new AppError('cancelled', 'The search for tools was cancelled.');
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}

/** Resolves when `work` is done or the time is up; rejects with `cancelled` when the signal fires. */
export async function waitAtMost(
  work: Promise<void>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const done = new AbortController();
  const signals = signal ? [done.signal, signal] : [done.signal];
  const limit = pause(milliseconds, undefined, { signal: AbortSignal.any(signals) }).catch(() =>
    throwIfCancelled(signal),
  );
  await Promise.race([work, limit]).finally(() => done.abort());
}

/** Runs `work` with a signal that fires with the caller's or when the time is up; then rejects with `cancelled` or the error of `tooLate`. */
export async function withinLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
  signal: AbortSignal | undefined,
  tooLate: () => Error,
): Promise<T> {
  throwIfCancelled(signal);
  const limit = new Deadline(signal ?? new AbortController().signal, systemTimer);
  let late: Error | undefined;
  limit.start(milliseconds / 1000, () => (late = tooLate()));
  try {
    return await work(limit.signal);
  } catch (error) {
    throw late ?? error;
  } finally {
    limit.stop();
  }
}

/** Does `work` for each index from 0, and lets the event loop turn every few milliseconds. Rejects with `cancelled`. */
export async function inSlices(
  count: number,
  signal: AbortSignal | undefined,
  work: (index: number) => void,
): Promise<void> {
  const turns = new Turns();
  for (let index = 0; index < count; index += 1) {
    work(index);
    // Not awaited at each index: there may be millions.
    if (!turns.isOver) continue;
    await turns.pause();
    throwIfCancelled(signal);
  }
}
