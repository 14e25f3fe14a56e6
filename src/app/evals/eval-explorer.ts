import { join } from 'node:path';
import { startExplorer } from '../../explorer/explorer.js';
import { silentLogger } from '../../foundation/logger.js';
import type { Config } from '../config/config.js';
import { embedderFromConfig } from '../embedder-from-config.js';
import { sampleGraph } from '../sample-graph.js';

/** A knowledge graph that is asked during an evaluation. */
export interface EvalExplorer {
  url: string;
  close(): Promise<void>;
}

/** The sample's graph, made in `folder`; resolves when it can be searched. Nothing that is evaluated writes to it. */
export async function openEvalExplorer(config: Config, folder: string): Promise<EvalExplorer> {
  const embedder = embedderFromConfig(config);
  const explorer = await startExplorer({
    port: 0,
    dataDir: join(folder, 'explorer'),
    sample: sampleGraph(config.explorer.samples),
    embedder,
    logger: silentLogger,
  });
  await explorer.built;
  return {
    url: explorer.url,
    close: async () => {
      await explorer.close();
      await embedder?.close?.();
    },
  };
}
