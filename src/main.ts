import 'reflect-metadata';
import { runServer } from './app/run-server.js';
import { readServed } from './app/served/served.js';
import { stopWithSupervisor } from './app/supervised.js';
import { sayFailure } from './foundation/program.js';
import { secretsIn } from './foundation/secrets.js';

stopWithSupervisor();

try {
  await runServer(await readServed(process.env, process.cwd()), process.env);
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exit(1);
}
