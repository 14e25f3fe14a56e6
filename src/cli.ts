#!/usr/bin/env node
import 'reflect-metadata';
import { runCli } from './app/cli/run-cli.js';
import { sayFailure } from './foundation/program.js';
import { secretsIn } from './foundation/secrets.js';

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    folder: process.cwd(),
    env: process.env,
    say: (text) => console.log(text),
  });
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exitCode = 2;
}

// A plugin under test may have left a timer behind, which would keep this process for ever.
if (process.argv[2] === 'plugin') process.stdout.write('', () => process.exit());
