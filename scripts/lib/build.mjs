import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, readStamp, writeStamp } from './hash.mjs';
import { step, StepError } from './step.mjs';

/** Everything dist and web/dist are made from. */
const SOURCES = [
  'src',
  'web',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];

/**
 * Neither tests nor what is built here change what is built.
 * @param {string} path
 */
function counts(path) {
  return !path.endsWith('.test.ts') && !path.startsWith('web/dist/');
}

/**
 * The server and the page, one after the other: together they would only take turns on two cores.
 * @param {string} root
 */
async function build(root) {
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  await step('Building the server', process.execPath, [nest, 'build'], { cwd: root });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await step('Building the page', process.execPath, [vite, 'build', 'web'], { cwd: root });
}

/**
 * Builds dist and web/dist when they were made from other sources than there are now; the stamp lies in dist, which
 * the build empties first, so an interrupted build has none.
 * @param {string} root
 */
export async function ensureBuilt(root) {
  const hash = hashOf(root, SOURCES, counts);
  const stamp = join(root, 'dist/.built-from');
  const made = ['dist/main.js', 'web/dist/index.html'];
  if (readStamp(stamp) === hash && made.every((path) => existsSync(join(root, path)))) return;
  try {
    await build(root);
  } catch (error) {
    if (error instanceof StepError) {
      error.message += ' The sources do not compile; `npm run check` shows all that is wrong.';
    }
    throw error;
  }
  writeStamp(stamp, hash);
}
