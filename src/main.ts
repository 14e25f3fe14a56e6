import { setFlagsFromString } from 'node:v8';
import 'reflect-metadata';
import { runServer } from './app/run-server.js';
import { readServed } from './app/served/served.js';
import { stopWithSupervisor } from './app/supervised.js';
import { sayFailure } from './foundation/program.js';
import { secretsIn } from './foundation/secrets.js';
import { collectingOften } from './foundation/young-generation.js';

// What `npm start` and `serve` give the main thread (scripts/lib/services.mjs) is too much for its workers, which have limits of their own.
setFlagsFromString('--max-semi-space-size=0');

stopWithSupervisor();

try {
  const served = await readServed(process.env, process.cwd());
  await collectingOften(() => runServer(served, process.env));
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exit(1);
}
