import { setTimeout as pause } from 'node:timers/promises';
import { failed, passed, type Finding } from './finding.js';

const WAIT_MS = 1_000;
const STEP_MS = 20;

/** Often enough that what comes and goes elsewhere in the process is told from what stays each time. */
const CYCLES = 4;

/**
 * Opens and closes something several times, and sees that nothing grows which would keep a process alive: timers,
 * sockets, watched files. Waits for it a second.
 */
export async function checkClosing(openAndClose: () => Promise<void>): Promise<Finding> {
  const check = 'closing leaves nothing behind';
  const before = await resources();
  for (let cycle = 0; cycle < CYCLES; cycle += 1) await openAndClose();
  for (let waited = 0; ; waited += STEP_MS) {
    const left = leftOver(before, await resources());
    if (left.length === 0) return passed(check, 'no timer, socket or file is open');
    if (waited >= WAIT_MS)
      return failed(check, `${left.join(', ')} still open: end it in "stop" or "close".`);
    await pause(STEP_MS);
  }
}

/** What keeps the process alive, counted; asked in a turn of its own, so that no wait of the kit is among them. */
async function resources(): Promise<ReadonlyMap<string, number>> {
  await new Promise((resolve) => setImmediate(resolve));
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo())
    if (!PASSING.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What comes and goes by itself: turns of the loop, and answers that are on their way. */
const PASSING = new Set(['Immediate', 'TickObject', 'FSReqCallback', 'FSReqPromise', 'CloseReq']);

/** What grew with nearly each cycle. */
function leftOver(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string[] {
  return [...after]
    .filter(([name, count]) => count - (before.get(name) ?? 0) >= CYCLES - 1)
    .map(([name]) => name);
}
