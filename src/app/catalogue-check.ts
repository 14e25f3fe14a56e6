import type { Agents } from '../agentloop/agent.js';
import type { Catalog } from '../agenttools/catalog.js';
import { CatalogueCheck } from '../toolcheck/catalogue-check.js';
import { rememberingEmbedder } from '../toolcheck/remembering-embedder.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';
import type { VectorCache } from '../toolindex/vector-cache.js';
import type { WatchedEmbedder } from '../toolindex/watched-embedder.js';
import type { Config } from './config/config.js';
import { tunedShare } from './tuning.js';

/** Whether the tools of a catalogue are found by their own examples, ranked as the server ranks them. */
export function catalogueCheck(
  catalog: Catalog,
  agents: Agents,
  { dataDir, ragTopK: topK, ragMinScore: minScore }: Config,
  {
    index,
    embedder,
    cache,
  }: { index: ToolSelectionIndex; embedder?: WatchedEmbedder; cache: VectorCache },
): CatalogueCheck {
  return new CatalogueCheck({
    ...{ catalog, index, cache, topK, minScore },
    agents: () => agents.list,
    embedder: embedder && (() => rememberingEmbedder(embedder)),
    wordsShare: embedder && tunedShare(dataDir, embedder.id),
  });
}
