import type { Tool } from '../agenttools/tool.js';
import { toolDocument, type IndexedDocument } from '../toolindex/document.js';
import type { Agents } from '../agentloop/agent.js';
import type { Catalog } from '../agenttools/catalog.js';
import { CatalogueCheck } from '../toolcheck/catalogue-check.js';
import { rememberingEmbedder } from '../toolcheck/held-out.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';
import type { VectorCache } from '../toolindex/vector-cache.js';
import type { WatchedEmbedder } from '../toolindex/watched-embedder.js';
import type { Config } from './config/config.js';
import { tunedShare } from './tuning.js';

/** By tool: one that stays in the catalogue is not read again. */
const documents = new WeakMap<Tool, IndexedDocument>();

export function toolDocuments(tools: readonly Tool[]): IndexedDocument[] {
  return tools.map((tool) => {
    const document = documents.get(tool) ?? toolDocument(tool);
    documents.set(tool, document);
    return document;
  });
}

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
    catalog,
    index,
    cache,
    topK,
    minScore,
    agents: () => agents.list,
    embedder: embedder && (() => rememberingEmbedder(embedder)),
    wordsShare: embedder && tunedShare(dataDir, embedder.id),
  });
}
