// `npm run package:try`: packs the package, installs it once into an empty folder, and on each Node that is supported
// starts it there, chats, accepts the change, and stops it. Compiles a plugin against it, and
// compares its list of licences with what was installed.
import './lib/node-version.mjs';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { command, root } from './lib/command.mjs';
import {
  notTried,
  registryAnswers,
  tryLicences,
  tryPackage,
  tryTypes,
} from './lib/try-package.mjs';

const run = promisify(execFile);

/** The oldest that is supported, and the newest of each line that is. */
const VERSIONS = ['20.19.6', '22.23.3', '24.21.0', '26.10.0'];
/** The programs are 120 MB each, and two of them keep two cores busy. */
const AT_ONCE = 2;
const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];

await command(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-package-'));
  try {
    // What the npm package `node` would fetch by its install script.
    const nodes = VERSIONS.map(
      (version) => `v${version}@npm:node-${process.platform}-${process.arch}@${version}`,
    );
    const started = performance.now();
    const [missing, withoutNodes] = await Promise.all([
      install(join(folder, 'app'), async () => [await pack(folder)]),
      install(join(folder, 'nodes'), async () => nodes),
    ]);
    const needed = missing ?? withoutNodes;
    if (needed !== undefined) return notTried(`on Node ${VERSIONS.join(', ')}`, needed);
    console.log(`Packed and installed in ${seconds(performance.now() - started)} s.`);
    tryLicences(join(folder, 'app'));
    await tryTypes(join(folder, 'app'));
    console.log(
      'All that was installed is in the list of licences; a plugin in TypeScript finds the types of sextant/plugin.',
    );
    return await tryAll(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @param {string} folder
 * @returns {Promise<string>} the path of the package
 */
async function pack(folder) {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack wrote nothing.');
  return join(folder, name);
}

/**
 * Installs into an empty folder; answers what it could not when the registry cannot be reached.
 * @param {string} folder
 * @param {() => Promise<string[]>} packages
 * @returns {Promise<string | undefined>}
 */
async function install(folder, packages) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const names = await packages();
  try {
    await run('npm', [...INSTALL, ...names], { cwd: folder });
    return undefined;
  } catch (error) {
    if (await registryAnswers()) throw error;
    return names.join(', ');
  }
}

/**
 * Tries the installed package on each version, two at a time, and prints a row of the table in docs/operations.md each.
 * @param {string} folder
 */
async function tryAll(folder) {
  console.log('| Node | first start to ready | chat | accept | stop |');
  console.log('|---|--:|---|---|---|');
  let failed = 0;
  const waiting = [...VERSIONS];
  const worker = async () => {
    for (let version = waiting.shift(); version !== undefined; version = waiting.shift()) {
      try {
        const { readyMs, stopMs } = await tryPackage({
          node: join(folder, 'nodes/node_modules', `v${version}`, 'bin/node'),
          cli: join(folder, 'app/node_modules/sextant/dist/src/cli.js'),
          folder: join(folder, `run-${version}`),
          // The tests keep them here.
          vectors: join(root, 'node_modules/.cache/sextant/vectors'),
        });
        console.log(
          `| ${version} | ${seconds(readyMs)} s | ✓ | ✓ | ${seconds(stopMs)} s, exit code 0 |`,
        );
      } catch (error) {
        failed += 1;
        console.log(`| ${version} | FAILED: ${error instanceof Error ? error.message : error} |`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed === 0 ? 0 : 1;
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
