import 'reflect-metadata';
import { inspect } from 'node:util';
import { readConfig } from './config.js';
import { AppError, messageOf } from './foundation/errors.js';
import { createLogger, type Logger } from './foundation/logger.js';
import { redactor } from './foundation/redact.js';
import { secretsIn } from './secrets.js';
import { startServer, type Server } from './server.js';
import { stopWithSupervisor, tellSupervisor } from './supervised.js';

/** A stop that takes longer than this is forced, so that a supervisor never has to kill. */
const STOP_LIMIT_MS = 4_500;

stopWithSupervisor();

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel, undefined, secretsIn(process.env));
  const started = performance.now();
  const server = await startServer(config, logger, {
    progress: (step, patience = 1) => {
      console.log(`  ${step}…`);
      tellSupervisor({ step, patience });
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  stopOnSignal(server, logger);
  tellSupervisor({ url: server.url });
  console.log(`Sextant is ready at ${server.url} (started in ${seconds} s; Ctrl-C stops it).`);
} catch (error) {
  const text = error instanceof AppError ? error.message : inspect(error);
  console.error(redactor(secretsIn(process.env))(text));
  process.exit(1);
}

/** SIGTERM and SIGINT end streams with a terminal event and close the database, then the process. */
function stopOnSignal(server: Server, logger: Logger): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    console.log('Stopping…');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, `stopping failed: ${messageOf(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
