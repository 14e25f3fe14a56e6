import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureClientTypesBuilt, ensurePageBuilt } from './build.mjs';
import { root, runHere } from './command.mjs';
import { ensureInstalled } from './install.mjs';

const REPORTERS = ['--reporters=default', '--reporters=<rootDir>/scripts/lib/jest-results.mjs'];
/** More files that fail are no hiccup of a busy machine. */
const MOST_TRIED_AGAIN = 3;
/** That Jest loads ES modules says nothing new on every run. */
const NODE_FLAGS = '--disable-warning=ExperimentalWarning';
/** Most of what tests call is called a few times: optimizing and collecting early costs more than it saves. */
const V8_FLAGS = ['--liftoff-only', '--initial-heap-size=800', '--min-semi-space-size=32'];
// Newer ones wait longer by themselves.
if (process.versions.node.startsWith('20.')) V8_FLAGS.push('--interrupt-budget=1000000');

/**
 * Installs what is missing, builds the page for the browser tests, runs Jest and ends with one line of
 * counts. With SECOND_TRY=<file>, up to three files that failed run once more, alone; those that then
 * pass are named, also in that file. Answers the exit code.
 * @param {string[]} args for Jest
 * @param {NodeJS.ProcessEnv} [env] what the tests see beside this process's own
 */
export async function runTests(args, env = {}) {
  await ensureInstalled(root);
  await ensurePageBuilt(root);
  await ensureClientTypesBuilt(root);
  const directory = mkdtempSync(join(tmpdir(), 'sextant-jest-'));
  try {
    const results = join(directory, 'results.json');
    const code = await runJest(args, results, env);
    const first = totalsIn(results);
    if (first) console.log(countsOf(first));
    const log = process.env.SECOND_TRY;
    const failed = first?.failedFiles ?? [];
    if (!log || code !== 1 || failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return code;
    return await tryAgain(failed, join(directory, 'second-try.json'), log, env);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} args
 * @param {string} results
 * @param {NodeJS.ProcessEnv} env
 */
function runJest(args, results, env) {
  const limited = args.some((arg) => /^(--maxWorkers|-w|-i$|--runInBand)/.test(arg));
  const workers = limited ? [] : ['--maxWorkers=2'];
  // Ours come last: a list among them would take the caller's paths for its own.
  return runHere(
    process.execPath,
    [...V8_FLAGS, 'node_modules/jest/bin/jest.js', ...args, ...workers, ...REPORTERS],
    {
      env: {
        ...process.env,
        RESULTS_FILE: results,
        // What was built just now is what is tested, also when somebody edits meanwhile.
        PAGE_BUILT: 'yes',
        ...env,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${NODE_FLAGS}`.trim(),
      },
    },
  );
}

/**
 * @param {string[]} files
 * @param {string} results
 * @param {string} log
 * @param {NodeJS.ProcessEnv} env
 */
async function tryAgain(files, results, log, env) {
  const names = files.map((file) => relative(root, file)).join(', ');
  console.log(`\nOnce more, alone: ${names}`);
  const code = await runJest(['--runInBand', '--runTestsByPath', ...files], results, env);
  const second = totalsIn(results);
  if (second) console.log(`At the second try: ${countsOf(second)}`);
  if (code === 0) appendFileSync(log, `${names}\n`);
  return code;
}

/**
 * @param {string} results
 * @returns {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number,
 *   failedFiles: string[] } | undefined} undefined when Jest itself came to no end
 */
function totalsIn(results) {
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * "N passed, N failed"; a file that could not even be loaded counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} totals
 */
function countsOf({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
  return `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
}
