/**
 * `npm test [-- jest arguments]`: every test but the long ones, unless one is named; a line of counts at the end.
 * `npm run test:all`: also the long ones; `-- .long.test` is these alone. `npm run test:random`: the files with
 * properties, from a seed nobody tried; PROPERTY_SEED=<number> takes that one.
 */
import './lib/node-version.mjs';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, root } from './lib/command.mjs';
import { runTests } from './lib/run-tests.mjs';

/** fast-check takes 32 bits. */
const SEEDS = 2 ** 31;

/** What a file with properties imports. */
const PROPERTY = /from '(fast-check|[./]+\/support\/property\.js)'/;

const [which, ...args] = process.argv.slice(2);
await command(() => {
  if (which === 'random') return runProperties();
  const withLong = which === 'all' || args.some((arg) => arg.includes('.long'));
  return runTests(withLong ? args : [...args, '--testPathIgnorePatterns=\\.long\\.test\\.ts$']);
});

async function runProperties() {
  const seed = process.env.PROPERTY_SEED ?? String(randomInt(SEEDS));
  const chosen = args.length > 0 ? args : ['--runTestsByPath', ...filesWithProperties()];
  console.log(`Properties start from PROPERTY_SEED=${seed}.`);
  const code = await runTests(chosen, { PROPERTY_SEED: seed });
  if (code !== 0) {
    console.log(
      `\nThe same again: PROPERTY_SEED=${seed} npm run test:random -- <file>. ` +
        'Write what a property found as a case of its own, see it fail, then mend the code.',
    );
  }
  return code;
}

function filesWithProperties() {
  return ['src', 'test', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /(?<!\.long)\.test\.ts$/.test(path))
    .filter((path) => PROPERTY.test(readFileSync(join(root, path), 'utf8')));
}
