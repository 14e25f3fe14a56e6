import { join } from 'node:path';
import { Observable, switchMap, type Subscription } from 'rxjs';
import type { Agents } from '../agentloop/agents.js';
import type { Catalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import type { Config } from './config/config.js';
import { defined } from '../foundation/defined.js';
import { embedderFromConfig } from './embedder-from-config.js';
import type { Logger } from '../foundation/logger.js';
import { rememberingEmbedder } from '../toolcheck/remembering-embedder.js';
import { tunedShare } from './tuning.js';
import { CatalogueCheck } from '../toolcheck/catalogue-check.js';
import { toolDocument, type IndexedDocument } from '../toolindex/document.js';
import { QueryVectors } from '../toolindex/query-vectors.js';
import { ToolSelectionIndex } from '../toolindex/selection-index.js';
import { VectorCache } from '../toolindex/vector-cache.js';
import { WatchedEmbedder } from '../toolindex/watched-embedder.js';

/** The index that selects among tools, and what it embeds with. */
export interface ToolSelection {
  selection: ToolSelectionIndex;
  /** What agents are found by; messages are embedded once for both. */
  agents: ToolSelectionIndex;
  /** Absent when the server runs without one. */
  embedder: WatchedEmbedder | undefined;
  /** The vector of a message as it is searched for; absent without an embedder. */
  embedQuery: ((message: string) => Promise<Float32Array | undefined>) | undefined;
  /** Keeps the index in step with a catalogue: a newer one breaks off the build of the one before. */
  follow(catalog$: Observable<Catalog>): void;
  /** Whether tools are found by their own examples. */
  check(catalog: Catalog, agents: Agents): CatalogueCheck;
  /** Ends a build under way and frees the embedder. */
  close(): Promise<void>;
}

/** Opens the index and starts its embedder; needs no database. `onProgress` is told the share of tools that is embedded. */
export function openSelection(
  config: Config,
  logger: Logger,
  onProgress?: (share: number) => void,
): ToolSelection {
  const inner = embedderFromConfig(config, logger);
  const share = inner && tunedShare(config.dataDir, inner.id);
  const embedder = inner && new WatchedEmbedder(inner);
  const cache = new VectorCache(join(config.dataDir, 'vectors'), logger);
  const queries = embedder && new QueryVectors(embedder);
  const shared = { embedder, cache, logger, ...defined({ queries }) };
  const selection = new ToolSelectionIndex({
    ...{ ...shared, wordsShare: share },
    ...defined({ onProgress }),
  });
  const agentIndex = new ToolSelectionIndex(shared);
  embedder?.prepare?.();
  const checks: CatalogueCheck[] = [];
  let following: Subscription | undefined;
  return {
    selection,
    agents: agentIndex,
    embedder,
    embedQuery: queries && (async (message) => (await queries.of([message]))[0]),
    follow: (catalog$) => {
      following = catalog$.pipe(switchMap((catalog) => indexed(selection, catalog))).subscribe();
    },
    check: (catalog, agents) => {
      const check = new CatalogueCheck({
        catalog,
        agents: () => agents.list,
        index: selection,
        embedder: embedder && (() => rememberingEmbedder(embedder)),
        wordsShare: share,
        cache,
        topK: config.ragTopK,
        minScore: config.ragMinScore,
      });
      checks.push(check);
      return check;
    },
    close: async () => {
      following?.unsubscribe();
      for (const check of checks) await check.close();
      await Promise.all([selection.close(), agentIndex.close()]);
      await embedder?.close();
    },
  };
}

/** Builds the index of a catalogue when subscribed to; a build under way is replaced by the next one. */
function indexed(selection: ToolSelectionIndex, catalog: Catalog): Observable<never> {
  return new Observable(() => selection.rebuild(catalog.tools.map(documentOf)));
}

/** By tool: one that stays in the catalogue is not read again. */
const documents = new WeakMap<Tool, IndexedDocument>();

function documentOf(tool: Tool): IndexedDocument {
  const known = documents.get(tool);
  if (known !== undefined) return known;
  const made = toolDocument(tool);
  documents.set(tool, made);
  return made;
}
