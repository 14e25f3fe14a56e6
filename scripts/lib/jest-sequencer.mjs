import { relative } from 'node:path';
import sequencer from '@jest/test-sequencer';

// A CommonJS package: what Node and what types make of its default export differ.
const Sequencer = /** @type {{ default?: typeof sequencer }} */ (sequencer).default ?? sequencer;

/** Where the suites are that take longest, those first that take most. */
const LONGEST = [/^(test\W(evals|browser)|src\Wagentapi\Wchange-sets)\W/, /^test\W/];

/**
 * The order of the suites. Jest knows how long each took the last time; on a machine that has never run
 * them it goes by the size of the files, and a short file that drives a server for a minute comes last,
 * when nothing is left for the other worker.
 */
export default class LongestFirst extends Sequencer {
  /** @param {import('jest-runner').Test[]} tests */
  sort(tests) {
    const sorted = [.../** @type {import('jest-runner').Test[]} */ (super.sort(tests))];
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

/** @param {import('jest-runner').Test} test */
function rank({ path, context }) {
  const below = relative(context.config.rootDir, path);
  const at = LONGEST.findIndex((folder) => folder.test(below));
  return at === -1 ? LONGEST.length : at;
}
