import { AppError } from '../foundation/errors.js';

/** What every part of the index rejects with when its signal fires. */
export function cancelled(): AppError {
  return new AppError('cancelled', 'The search for tools was cancelled.');
}

/** Throws {@link cancelled} when the signal has fired. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}
