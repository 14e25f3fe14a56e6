import { join } from 'node:path';
import { toolsWith } from '../agenttools/all-tools.js';
import { createCatalog, type Catalog } from '../agenttools/catalog.js';
import { agents } from '../agents/agents.js';
import type { Config } from './config/config.js';
import { embedderFromConfig } from './embedder-from-config.js';
import type { Logger } from '../foundation/logger.js';
import { CatalogueCheck } from '../toolcheck/catalogue-check.js';
import { rememberingEmbedder } from '../toolcheck/remembering-embedder.js';
import { toolDocument } from '../toolindex/document.js';
import type { Embedder } from '../toolindex/embedder.js';
import { createLocalEmbedder } from '../toolindex/embedders/local/local-embedder.js';
import { ToolSelectionIndex } from '../toolindex/selection-index.js';
import { VectorCache } from '../toolindex/vector-cache.js';
import { WatchedEmbedder } from '../toolindex/watched-embedder.js';

/** The tools and the index that selects among them. */
export interface Tools {
  catalog: Catalog;
  selection: ToolSelectionIndex;
  /** Absent when the server runs without one. */
  embedder: WatchedEmbedder | undefined;
  /** Whether the tools are found by their own examples. */
  check: CatalogueCheck;
  /** Ends a build under way and frees the embedder. */
  close(): Promise<void>;
}

/** Makes the catalogue and begins to build its index in the background; needs no database. */
export function openTools(config: Config, logger: Logger): Tools {
  const catalog = createCatalog(
    toolsWith({ search: config.agents.perplexity !== undefined, legal: config.law.services }),
  );
  const inner = embedderFromConfig(config);
  const embedder = inner && new WatchedEmbedder(inner);
  const cache = new VectorCache(join(config.dataDir, 'vectors'), logger);
  const selection = new ToolSelectionIndex({ embedder, cache, logger });
  selection.rebuild(catalog.tools.map(toolDocument));
  const check = new CatalogueCheck({
    catalog,
    agents,
    index: selection,
    embedder: embedder && (() => checkEmbedder(embedder)),
    cache,
    topK: config.ragTopK,
    minScore: config.ragMinScore,
  });
  const close = async () => {
    await check.close();
    await selection.close();
    await embedder?.close();
  };
  return { catalog, selection, embedder, check, close };
}

/**
 * One check asks for the same sentences many times. The local embedder is taken apart for it: its
 * model reads single sentences and makes no difference between queries and documents.
 */
function checkEmbedder(embedder: Embedder): Embedder {
  const { plain } = embedder;
  if (plain === undefined) return rememberingEmbedder(embedder, { alike: false });
  return createLocalEmbedder(rememberingEmbedder(plain, { alike: true }));
}
