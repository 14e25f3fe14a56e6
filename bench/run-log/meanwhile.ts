import type { Database } from '../../src/store/database.js';
import { timesOf, type Times } from '../measure.js';
import type { Layout } from './layouts.js';

const FRAMES = 'x'.repeat(830);

/** How long appends to one run take, one after the other, while `work` runs; and how long `work` takes, in ms. */
export async function appendsDuring(
  db: Database,
  layout: Layout,
  runId: string,
  work: () => Promise<void>,
): Promise<{ ms: number; appends: Times & { most: number } }> {
  const times: number[] = [];
  let working = true;
  const appending = (async () => {
    while (working) {
      const start = performance.now();
      nextSeq += 1;
      await db.query(layout.append, [runId, nextSeq, FRAMES]);
      times.push(performance.now() - start);
    }
  })();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  working = false;
  await appending;
  return { ms, appends: { ...timesOf(times), most: Math.max(...times) } };
}

let nextSeq = 1_000;
