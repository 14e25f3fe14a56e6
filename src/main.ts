import 'reflect-metadata';
import { readConfig } from './app/config/config.js';
import { createLogger } from './foundation/logger.js';
import { sayFailure, stopOnSignal } from './foundation/program.js';
import { secretsIn } from './foundation/secrets.js';
import { readServed } from './app/served/served.js';
import { startServer } from './app/server.js';
import { stopWithSupervisor, tellSupervisor } from './app/supervised.js';

stopWithSupervisor();

try {
  const served = await readServed(process.env, process.cwd());
  const config = readConfig(process.env, served.plugins, served.file?.pluginSettings);
  const logger = createLogger(config.logLevel, undefined, secretsIn(process.env));
  for (const { plugin, reason } of served.failed)
    logger.error({ plugin, reason }, 'a plugin could not be loaded');
  const started = performance.now();
  const server = await startServer(config, logger, {
    served,
    progress: (step, patience = 1) => {
      console.log(`  ${step}…`);
      tellSupervisor({ step, patience });
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  stopOnSignal(() => {
    console.log('Stopping…');
    return server.close();
  }, logger);
  tellSupervisor({ url: server.url });
  console.log(`Sextant is ready at ${server.url} (started in ${seconds} s; Ctrl-C stops it).`);
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exit(1);
}
