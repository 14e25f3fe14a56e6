import { inspect } from 'node:util';
import { readConfig } from './config.js';
import { embedderFromConfig } from './embedder-from-config.js';
import { startExplorer, type Explorer } from './explorer/explorer.js';
import { AppError, messageOf } from './foundation/errors.js';
import { createLogger, type Logger } from './foundation/logger.js';
import { redactor } from './foundation/redact.js';
import { secretsIn } from './secrets.js';
import { stopWithSupervisor, tellSupervisor } from './supervised.js';

// `npm run explorer`: the knowledge graph behind GraphQL, as a process of its own (docs/explorer.md).

/** A stop that takes longer than this is forced, so that a supervisor never has to kill. */
const STOP_LIMIT_MS = 4_500;

stopWithSupervisor();

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel, undefined, secretsIn(process.env));
  const embedder = embedderFromConfig(config);
  const explorer = await startExplorer({ ...config.explorer, embedder, logger });
  const close = async () => {
    await explorer.close();
    await embedder?.close?.();
  };
  stopOnSignal(close, logger);
  console.log(`The explorer listens at ${explorer.url}/graphql.`);
  tellSupervisor({ url: explorer.url });
  await explorer.opened;
  await tellWhenBuilt(explorer);
} catch (error) {
  const text = error instanceof AppError ? error.message : inspect(error);
  console.error(redactor(secretsIn(process.env))(text));
  process.exit(1);
}

async function tellWhenBuilt({ built }: Explorer): Promise<void> {
  await built;
  console.log('The graph is ready.');
}

function stopOnSignal(close: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    close().then(
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
