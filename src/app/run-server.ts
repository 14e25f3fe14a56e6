import { SingleBar } from 'cli-progress';
import { readConfig } from './config/config.js';
import type { Environment } from '../foundation/settings-reader.js';
import { createLogger } from '../foundation/logger.js';
import { stopOnSignal } from '../foundation/program.js';
import { secretsIn } from '../foundation/secrets.js';
import { startServer } from './server.js';
import type { Served } from './served/served.js';
import { tellSupervisor } from './supervised.js';

/** Starts the server and says how far it is; it runs until a signal. Rejects with what is wrong with its settings. */
export async function runServer(served: Served, env: Environment): Promise<void> {
  const config = readConfig(env, served.plugins, served.file?.pluginSettings);
  const logger = createLogger(config.logLevel, undefined, secretsIn(env));
  for (const { plugin, reason } of served.failed)
    logger.error({ plugin, reason }, 'a plugin could not be loaded');
  const started = performance.now();
  const indexing = indexingBar(config.embedder.kind !== 'none');
  const server = await startServer(config, logger, {
    served,
    progress: (step, patience = 1) => {
      console.log(`  ${step}…`);
      tellSupervisor({ step, patience });
    },
    indexing: indexing.show,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  stopOnSignal(() => {
    console.log('Stopping…');
    return server.close();
  }, logger);
  tellSupervisor({ indexing: indexing.isUnderWay() });
  tellSupervisor({ url: server.url });
  console.log(`Sextant is ready at ${server.url} (started in ${seconds} s; Ctrl-C stops it).`);
  indexing.start();
}

/** In a terminal, how far the index of the tools is; shown once the server is ready, while there is something to wait for. */
function indexingBar(isIndexing: boolean) {
  const format = '  Reading the tools {bar} {percentage} %';
  const bar = new SingleBar({ format, clearOnComplete: true });
  let done = isIndexing ? 0 : 1;
  return {
    start: () => {
      if (done < 1) bar.start(1, done);
    },
    isUnderWay: () => done < 1,
    show: (share: number) => {
      // Of no tools there is no share.
      done = Number.isNaN(share) ? 1 : share;
      if (done === 1) tellSupervisor({ indexing: false });
      if (!bar.isActive) return;
      bar.update(done);
      if (done === 1) bar.stop();
    },
  };
}
