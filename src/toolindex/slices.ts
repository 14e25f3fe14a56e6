import { Turns } from '../foundation/turns.js';
import { throwIfCancelled } from './cancelled.js';

/** How long work may hold the thread before it lets others run. */
const SLICE_MS = 2;

/**
 * Does `work` for each index from 0 in order, and lets the event loop turn every few milliseconds, so
 * that a large catalogue stalls no stream. Rejects with `cancelled` when the signal fires.
 */
export async function inSlices(
  count: number,
  signal: AbortSignal | undefined,
  work: (index: number) => void,
): Promise<void> {
  const turns = new Turns(SLICE_MS);
  for (let index = 0; index < count; index += 1) {
    work(index);
    // Not awaited at each index: there may be millions.
    if (!turns.isOver) continue;
    await turns.pause();
    throwIfCancelled(signal);
  }
}

/** The same for work that is small beside a look at the clock: `work` does from `start` to before `end`, `size` at a time. */
export async function inBlocks(
  count: number,
  size: number,
  signal: AbortSignal | undefined,
  work: (start: number, end: number) => void,
): Promise<void> {
  await inSlices(Math.ceil(count / size), signal, (block) => {
    work(block * size, Math.min(count, (block + 1) * size));
  });
}
