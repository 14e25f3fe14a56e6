// `npm run test:random [-- jest arguments]`: the files with properties, from a seed nobody tried; PROPERTY_SEED=<number> takes that one.
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

await command(async () => {
  const seed = process.env.PROPERTY_SEED ?? String(randomInt(SEEDS));
  const args = process.argv.slice(2);
  const chosen = args.length > 0 ? args : ['--runTestsByPath', ...filesWithProperties()];
  console.log(`Properties start from PROPERTY_SEED=${seed}.`);
  const code = await runTests(chosen, { PROPERTY_SEED: seed });
  if (code !== 0) console.log(adviceFor(seed));
  return code;
});

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

/** @param {string} seed */
function adviceFor(seed) {
  return (
    `\nThe same again: PROPERTY_SEED=${seed} npm run test:random -- <file>. ` +
    'Write what a property found as a case of its own, see it fail, then mend the code.'
  );
}
