import { readConfig } from './app/config/config.js';
import { embedderFromConfig } from './app/embedder-from-config.js';
import { startExplorer, type Explorer } from './explorer/explorer.js';
import { createLogger } from './foundation/logger.js';
import { sayFailure, stopOnSignal } from './foundation/program.js';
import { secretsIn } from './foundation/secrets.js';
import { sampleGraph } from './app/sample-graph.js';
import { stopWithSupervisor, tellSupervisor } from './app/supervised.js';

// `npm run explorer`: the knowledge graph behind GraphQL, as a process of its own (docs/knowledge.md).

stopWithSupervisor();

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel, undefined, secretsIn(process.env));
  const embedder = embedderFromConfig(config);
  const sample = sampleGraph(config.explorer.samples);
  const explorer = await startExplorer({ ...config.explorer, sample, embedder, logger });
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
  sayFailure(error, secretsIn(process.env));
  process.exit(1);
}

async function tellWhenBuilt({ built }: Explorer): Promise<void> {
  await built;
  console.log('The graph is ready.');
}
