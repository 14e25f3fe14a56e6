// `npm run check`: every check that needs no server, one line each; the failed ones with the end of their output.
import './lib/node-version.mjs';
import { join } from 'node:path';
import { checkAttackTable, checkDocLinks, checkErrorDocs } from './lib/check-docs.mjs';
import { checkKernels } from './lib/build.mjs';
import { checkBudgets } from './lib/check-budgets.mjs';
import { checkTrackedFiles } from './lib/check-tracked-files.mjs';
import { command, root, run, tailOf } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

/**
 * A part of the check: answers what is wrong, empty when nothing is.
 * @typedef {{ name: string, findings: () => Promise<string> }} Part
 */

/** More at a time only makes each slower on the two cores this is meant for. */
const AT_ONCE = 2;

await command(async () => {
  await ensureInstalled(root);
  const start = Date.now();
  const failed = await runParts(parts());
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(failed === 0 ? `All checks passed in ${seconds} s.` : `${failed} checks failed.`);
  return failed === 0 ? 0 : 1;
});

/**
 * The long ones first, so that the short ones fill the gaps.
 * @returns {Part[]}
 */
function parts() {
  return [
    tool('lint and types', 'oxlint/bin/oxlint', [
      'src',
      'samples',
      'test',
      'bench',
      'scripts',
      'web',
      'packages',
      'examples',
    ]),
    tool('import rules', 'dependency-cruiser/bin/dependency-cruise.mjs', [
      'src',
      'samples',
      '--config',
      '.dependency-cruiser.cjs',
    ]),
    tool('import rules of the page', 'dependency-cruiser/bin/dependency-cruise.mjs', [
      'web/src',
      '--config',
      '.dependency-cruiser.web.cjs',
    ]),
    tool('format', 'prettier/bin/prettier.cjs', ['--check', '--cache', '--log-level=warn', '.']),
    { name: 'error codes in docs', findings: () => checkErrorDocs(root) },
    { name: 'links in docs', findings: () => checkDocLinks(root) },
    { name: 'attacks in docs', findings: () => checkAttackTable(root) },
    { name: 'assembled kernels', findings: () => checkKernels(root) },
    { name: 'budgets', findings: () => checkBudgets(root) },
    { name: 'tracked files', findings: () => checkTrackedFiles(root) },
  ];
}

/**
 * @param {string} name
 * @param {string} script below node_modules
 * @param {string[]} args
 * @returns {Part}
 */
function tool(name, script, args) {
  const findings = async () => {
    const path = join(root, 'node_modules', script);
    const { code, output } = await run(process.execPath, [path, ...args], { cwd: root });
    return code === 0 ? '' : output || `exit code ${code}`;
  };
  return { name, findings };
}

/**
 * Runs all parts and answers how many failed.
 * @param {Part[]} queue
 */
async function runParts(queue) {
  let failed = 0;
  const worker = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const start = Date.now();
      const findings = await part.findings();
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      console.log(`${findings ? 'FAILED' : 'ok    '} ${part.name} (${seconds} s)`);
      if (findings) console.log(tailOf(findings).replace(/^/gm, '       '));
      if (findings) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}
