import { join } from 'node:path';
import { allTools } from './agenttools/all-tools.js';
import { createCatalog, type Catalog } from './agenttools/catalog.js';
import type { Config } from './config.js';
import type { Logger } from './foundation/logger.js';
import { toolDocument } from './toolindex/document.js';
import { createLocalEmbedder } from './toolindex/embedders/local/local-embedder.js';
import { ToolSelectionIndex } from './toolindex/selection-index.js';
import { VectorCache } from './toolindex/vector-cache.js';

/** The tools and the index that selects among them. */
export interface Tools {
  catalog: Catalog;
  selection: ToolSelectionIndex;
  /** Ends a build under way and frees the embedder's thread. */
  close(): Promise<void>;
}

/** Makes the catalogue and begins to build its index in the background; needs no database. */
export function openTools(config: Config, logger: Logger): Tools {
  const catalog = createCatalog(allTools);
  const embedder = config.embedder === 'local' ? createLocalEmbedder() : undefined;
  const cache = new VectorCache(join(config.dataDir, 'vectors'), logger);
  const selection = new ToolSelectionIndex({ embedder, cache, logger });
  selection.rebuild(catalog.tools.map(toolDocument));
  const close = async () => {
    await selection.close();
    await embedder?.close?.();
  };
  return { catalog, selection, close };
}
