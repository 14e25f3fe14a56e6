import { join } from 'node:path';
import { allTools } from './agenttools/all-tools.js';
import { createCatalog, type Catalog } from './agenttools/catalog.js';
import type { Config } from './config.js';
import { embedderFromConfig } from './embedder-from-config.js';
import type { Logger } from './foundation/logger.js';
import { toolDocument } from './toolindex/document.js';
import { ToolSelectionIndex } from './toolindex/selection-index.js';
import { VectorCache } from './toolindex/vector-cache.js';
import { WatchedEmbedder } from './toolindex/watched-embedder.js';

/** The tools and the index that selects among them. */
export interface Tools {
  catalog: Catalog;
  selection: ToolSelectionIndex;
  /** Absent when the server runs without one. */
  embedder: WatchedEmbedder | undefined;
  /** Ends a build under way and frees the embedder. */
  close(): Promise<void>;
}

/** Makes the catalogue and begins to build its index in the background; needs no database. */
export function openTools(config: Config, logger: Logger): Tools {
  const catalog = createCatalog(allTools);
  const inner = embedderFromConfig(config);
  const embedder = inner && new WatchedEmbedder(inner);
  const cache = new VectorCache(join(config.dataDir, 'vectors'), logger);
  const selection = new ToolSelectionIndex({ embedder, cache, logger });
  selection.rebuild(catalog.tools.map(toolDocument));
  const close = async () => {
    await selection.close();
    await embedder?.close();
  };
  return { catalog, selection, embedder, close };
}
