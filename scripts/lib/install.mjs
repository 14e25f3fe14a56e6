import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureErpTypes } from './erp-types.mjs';
import { hashOf, readStamp, writeStamp } from './hash.mjs';
import { step, StepError } from './command.mjs';

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

/** @param {string} root */
async function install(root) {
  const [program, args] = npmCommand();
  // --include=dev: the build needs them even where NODE_ENV is "production".
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await step('Installing packages (once)', program, [...args, ...options], {
      cwd: root,
      // .npmrc says so too, in a way that npm will not know for ever.
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
      shell: program === 'npm' && process.platform === 'win32',
    });
  } catch (error) {
    if (error instanceof StepError) error.message += ` ${adviceFor(error.tail)}`;
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
  return 'What npm said:';
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
