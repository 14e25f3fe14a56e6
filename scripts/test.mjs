// `npm test [-- jest arguments]`: installs what is missing, builds the page for the browser tests, runs Jest, ends with one line of counts.
import './lib/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePageBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

const REPORTERS = ['--reporters=default', '--reporters=<rootDir>/scripts/lib/jest-results.mjs'];
/** Jest runs ES modules behind this flag only; its warning says nothing new on every run. */
const NODE_FLAGS = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

await command(async () => {
  await ensureInstalled(root);
  await ensurePageBuilt(root);
  const directory = mkdtempSync(join(tmpdir(), 'sextant-jest-'));
  try {
    const results = join(directory, 'results.json');
    const code = await runJest(process.argv.slice(2), results);
    const counts = countsIn(results);
    if (counts) console.log(counts);
    return code;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

/**
 * @param {string[]} args
 * @param {string} results
 */
function runJest(args, results) {
  const limited = args.some((arg) => /^(--maxWorkers|-w|-i$|--runInBand)/.test(arg));
  const own = limited ? REPORTERS : [...REPORTERS, '--maxWorkers=2'];
  return runHere(process.execPath, ['node_modules/jest/bin/jest.js', ...own, ...args], {
    env: {
      ...process.env,
      RESULTS_FILE: results,
      // What was built just now is what is tested, also when somebody edits meanwhile.
      PAGE_BUILT: 'yes',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${NODE_FLAGS}`.trim(),
    },
  });
}

/**
 * "N passed, N failed"; a file that could not even be loaded counts as one failure.
 * @param {string} results
 */
function countsIn(results) {
  let json;
  try {
    json = JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    return undefined;
  }
  const failed = json.numFailedTests + json.numRuntimeErrorTestSuites;
  return `${json.numPassedTests} passed, ${failed} failed`;
}
