import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, readStamp, writeStamp } from './hash.mjs';
import { step, StepError } from './step.mjs';

/** Everything dist is made from. */
const SOURCES = [
  'src',
  'web',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];

/**
 * Builds dist when it was made from other sources than there are now; the stamp lies in dist, which
 * the build empties first, so an interrupted build has none.
 * @param {string} root
 */
export async function ensureBuilt(root) {
  const hash = hashOf(root, SOURCES, (path) => !path.endsWith('.test.ts'));
  const stamp = join(root, 'dist/.built-from');
  if (readStamp(stamp) === hash && existsSync(join(root, 'dist/main.js'))) return;
  try {
    const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
    await step('Building', process.execPath, [nest, 'build'], { cwd: root });
  } catch (error) {
    if (error instanceof StepError) {
      error.message += ' The sources do not compile; `npm run check` shows all that is wrong.';
    }
    throw error;
  }
  writeStamp(stamp, hash);
}
