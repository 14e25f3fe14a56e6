import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureErpTypes } from './erp-types.mjs';
import { hashOf, readStamp, writeStamp } from './hash.mjs';
import { run, step, StepError } from './command.mjs';

/**
 * Installs the packages of package-lock.json when node_modules has others. A stamp with the lock
 * file's hash makes the usual case one small read; without it the installed versions decide. Then
 * generates the types that git does not track.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  const hash = hashOf(root, ['package-lock.json']);
  const stamp = join(root, 'node_modules/.cache/sextant/installed');
  if (readStamp(stamp) !== hash) {
    if (!hasLockedVersions(root)) await install(root);
    writeStamp(stamp, hash);
  }
  await ensureErpTypes(root);
}

/** Below node_modules: git ignores it, and what is moved up from here stays in one file system. */
const STAGE = 'node_modules/.install';
/** npm's record of what it installed: moved last, so an interrupted install has none. */
const RECORD = '.package-lock.json';

/**
 * Installs in a folder of its own, from a lock file that says where each package is, and moves it up: without that npm
 * asks the registry for every version of 1,300 packages, which takes longer than the rest. The file that git tracks
 * holds no addresses, as they depend on the registry.
 * @param {string} root
 */
async function install(root) {
  const stage = join(root, STAGE);
  rmSync(stage, { recursive: true, force: true });
  try {
    await writeStage(root, stage);
    await npmInstall(stage);
    moveUp(join(stage, 'node_modules'), join(root, 'node_modules'));
  } catch (error) {
    // No other way of asking mends it.
    if (error instanceof StepError && adviceFor(error.tail) !== undefined) throw error;
    // Most often a registry with other addresses: npm asks it for each.
    await npmInstall(root);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * What npm reads: the package files, without the scripts, which are the project's own.
 * @param {string} root
 * @param {string} stage
 */
async function writeStage(root, stage) {
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const registries = await registriesOf(root);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity || entry.resolved) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
    const [base, scope] = name.split('/').reverse();
    const registry = registries[`${scope}:registry`] ?? registries.registry ?? '';
    entry.resolved = `${registry.replace(/\/$/, '')}/${name}/-/${base}-${entry.version}.tgz`;
  }
  writeStamp(join(stage, 'package.json'), JSON.stringify(manifest));
  writeStamp(join(stage, 'package-lock.json'), JSON.stringify(lock));
  for (const file of [
    '.npmrc',
    ...manifest.workspaces.map((/** @type {string} */ path) => `${path}/package.json`),
  ])
    writeStamp(join(stage, file), readFileSync(join(root, file), 'utf8'));
}

/**
 * npm's settings: `registry`, and `@scope:registry` where a scope has its own.
 * @param {string} root
 * @returns {Promise<Record<string, string>>}
 */
async function registriesOf(root) {
  const [program, args] = npmCommand();
  const { code, output } = await run(
    program,
    [...args, 'config', 'list', '--json', '--loglevel=silent'],
    { cwd: root },
  );
  if (code !== 0) throw new StepError(`npm does not say its settings (exit code ${code}).`, output);
  // What Node itself warns of stands beside it.
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
}

/**
 * Puts what was installed in the place of what is there.
 * @param {string} from
 * @param {string} to
 */
function moveUp(from, to) {
  rmSync(join(to, RECORD), { force: true });
  for (const name of readdirSync(to))
    if (name !== basename(STAGE)) rmSync(join(to, name), { recursive: true, force: true });
  const names = readdirSync(from).filter((name) => name !== RECORD);
  for (const name of [...names, RECORD]) renameSync(join(from, name), join(to, name));
}

/**
 * `npm ci` in a folder.
 * @param {string} folder
 */
async function npmInstall(folder) {
  const [program, args] = npmCommand();
  // --include=dev: the build needs them even where NODE_ENV is "production".
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await step('Installing packages (once)', program, [...args, ...options, '--prefix', folder], {
      cwd: folder,
      // .npmrc says so too, in a way that npm will not know for ever.
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
      shell: program === 'npm' && process.platform === 'win32',
    });
  } catch (error) {
    if (error instanceof StepError)
      error.message += ` ${adviceFor(error.tail) ?? 'What npm said:'}`;
    throw error;
  }
}

/**
 * The npm that started this command, or the one on the path.
 * @returns {[string, string[]]}
 */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
}

/** @param {string} output */
function adviceFor(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)) {
    return 'The package registry does not answer: check the network, or the proxy and registry in your npm configuration, and run the command again.';
  }
  if (/ENOSPC/.test(output)) return 'The disk is full: some 700 MB are needed.';
  if (/EACCES|EPERM/.test(output))
    return 'This user may not write here: check the owner of the directory.';
  if (/EUSAGE|in sync/.test(output)) {
    return 'package.json and package-lock.json disagree: run `npm install` and keep both.';
  }
}

/**
 * True when every package the lock file demands on this machine is there in its version. npm writes
 * its own record last, so an interrupted install has none.
 * @param {string} root
 */
function hasLockedVersions(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, peer }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (!installed[path] && (optional || peer)),
  );
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean }>}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}
