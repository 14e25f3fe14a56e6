// Does the work of researches until it has stored one change; then it stands at the beginning of the
// next piece of work, says so, and waits to be killed. With nothing left to do it only waits.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ResearchSteps } from '../../src/plugins/research/steps.js';
import { openPool } from '../../src/store/database.js';
import { openEngine } from '../support/research.js';
import { plainSteps } from '../support/research-steps.js';

const [host = '', leaseMs = ''] = process.argv.slice(2);
const place = { host, port: 5432, user: 'postgres', database: 'postgres', max: 2 };
const db = openPool('embedded', place);
let stored = 0;
const plain = plainSteps(async (step) => {
  if (stored === 0) return;
  console.log(`at ${step}`);
  await new Promise(() => {});
});
const steps: ResearchSteps = {
  ...plain,
  collect: (state, results) => {
    if (stored > 0) standStill('at collect\n');
    return plain.collect(state, results);
  },
};
const alone = { aloneOnDatabase: true, parallel: 1, leaseMs: Number(leaseMs) };
const engine = await openEngine(db, steps, alone);
engine.onChange(() => (stored += 1));
console.log('ready');
// Loaded ahead of its turn, and started when the one before is dead.
createInterface(process.stdin).once('line', () => void engine.workers.start());

/** This step has nothing to await. */
function standStill(line: string): void {
  writeSync(1, line);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
