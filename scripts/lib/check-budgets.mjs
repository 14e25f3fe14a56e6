import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.mjs';

const CODE = /\.(?:ts|tsx|mjs)$/;
const TEST = /^test\/|\.test\.tsx?$/;
const REMOTE_EMBEDDERS = /^src\/toolindex\/embedders\/(?:http|gemini|ollama|openai)\//;
/** What serves where no model is connected: the palette, the commands of plugins, and forms on the page. */
const PALETTE =
  /^src\/(?:llm\/providers\/palette|agentapi\/forms)\/|^src\/agentloop\/operation-forms|^src\/store\/operation-forms|^src\/plugins\/[^/]+\/commands|^packages\/client\/src\/forms\/|^web\/src\/.*(?:operation-form|form-request)/;
/** Without a newline at the end the last line still counts. */
const LINES = /\n|[^\n]$/g;
const WORDS = /\S+/g;

/**
 * A size that is held: `before` is it at commit 86bc144, `goal` what it falls to, and `reached` says that it
 * has been there, from where it must not grow past the goal again.
 * @typedef {{ name: string, before: number, goal: number, reached: boolean, takes: (path: string) => boolean, counts: RegExp | 'files' }} Budget
 */

/** @type {Budget[]} */
const BUDGETS = [
  {
    name: 'lines of src and samples, without tests',
    before: 120_711,
    goal: 92_000,
    reached: true,
    takes: (path) => /^(?:src|samples)\//.test(path) && CODE.test(path) && !TEST.test(path),
    counts: LINES,
  },
  {
    name: 'lines of tests',
    before: 80_508,
    goal: 65_000,
    reached: true,
    takes: (path) => TEST.test(path) && /\.tsx?$/.test(path),
    counts: LINES,
  },
  {
    name: 'lines of data in test',
    before: 42_527,
    goal: 12_000,
    reached: true,
    takes: (path) => path.startsWith('test/') && !CODE.test(path),
    counts: LINES,
  },
  {
    name: 'lines of src/toolindex, without remote embedders and tests',
    before: 4752,
    goal: 3500,
    reached: true,
    takes: (path) =>
      path.startsWith('src/toolindex/') &&
      CODE.test(path) &&
      !TEST.test(path) &&
      !REMOTE_EMBEDDERS.test(path),
    counts: LINES,
  },
  {
    name: 'lines of src/language, without tests',
    before: 2059,
    goal: 500,
    reached: true,
    takes: (path) => path.startsWith('src/language/') && CODE.test(path) && !TEST.test(path),
    counts: LINES,
  },
  {
    name: 'lines of what checks statements without a model',
    before: 2664,
    goal: 200,
    reached: true,
    takes: (path) => /^src\/(?:citations\/check-statement|language\/dates)\.ts$/.test(path),
    counts: LINES,
  },
  {
    name: 'lines of palette, commands and their forms, without tests',
    before: 0,
    goal: 3000,
    reached: true,
    takes: (path) => PALETTE.test(path) && CODE.test(path) && !TEST.test(path),
    counts: LINES,
  },
  {
    name: 'lines of their tests',
    before: 0,
    goal: 2000,
    reached: true,
    takes: (path) =>
      TEST.test(path) && (PALETTE.test(path) || /^test\/.*(?:commands|operation-form)/.test(path)),
    counts: LINES,
  },
  {
    name: 'tracked files',
    before: 3321,
    goal: 1900,
    reached: true,
    takes: () => true,
    counts: 'files',
  },
  {
    name: 'words of README.md and docs',
    before: 98_799,
    goal: 45_000,
    reached: true,
    takes: (path) => path === 'README.md' || /^docs\/.*\.md$/.test(path),
    counts: WORDS,
  },
];

/**
 * Prints each budget with its number of today, and answers those that were reached and are broken, and those that
 * are reached and not yet marked so.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkBudgets(root) {
  const { code, output } = await run('git', ['ls-files', '-z'], { cwd: root });
  if (code !== 0) return `git does not list the tracked files: ${output}`;
  const paths = output.split('\0').filter(Boolean);
  const findings = [];
  for (const budget of BUDGETS) {
    const { name, before, goal, reached } = budget;
    const today = await measure(root, paths, budget);
    console.log(`       ${name}: ${today} (86bc144: ${before}, goal: ${goal})`);
    if (reached && today > goal) findings.push(`${name}: ${today} is over the budget of ${goal}`);
    if (!reached && today <= goal)
      findings.push(`${name}: ${today} meets ${goal}: mark it reached`);
  }
  return findings.join('\n');
}

/**
 * @param {string} root
 * @param {string[]} paths
 * @param {Budget} budget
 */
async function measure(root, paths, { takes, counts }) {
  const counted = paths.filter(takes);
  if (counts === 'files') return counted.length;
  let sum = 0;
  for (const path of counted) {
    // A file that was just deleted is still listed until the deletion is staged.
    const text = await readFile(join(root, path), 'utf8').catch(() => '');
    sum += text.match(counts)?.length ?? 0;
  }
  return sum;
}
