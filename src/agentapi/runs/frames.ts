import type { FrameBatch } from '../../store/run-log.store.js';

/** Ends every frame and stands nowhere inside one: its data is one line of JSON. */
const FRAME_END = '\n\n';

/** The part of a batch that comes after event `after`, byte for byte. */
export function framesAfter(batch: FrameBatch, after: number): string {
  if (after < batch.first) return batch.text;
  let start = 0;
  for (let sequence = batch.first; sequence <= after; sequence += 1) {
    start = batch.text.indexOf(FRAME_END, start) + FRAME_END.length;
  }
  return batch.text.slice(start);
}
