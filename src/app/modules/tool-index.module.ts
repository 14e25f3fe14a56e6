import { join } from 'node:path';
import { Module, type Provider } from '@nestjs/common';
import { QueryVectors } from '../../toolindex/query-vectors.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { VectorCache } from '../../toolindex/vector-cache.js';
import { WatchedEmbedder } from '../../toolindex/watched-embedder.js';
import { embedderFromConfig } from '../embedder-from-config.js';
import { tunedShare } from '../tuning.js';
import { Lifetime } from './lifetime.js';
import {
  provide,
  AGENT_INDEX,
  CONFIG,
  EMBEDDER,
  LOGGER,
  QUERY_VECTORS,
  SERVER_OPTIONS,
} from './injection.js';

const providers: Provider[] = [
  // It is made ready while the database is.
  provide(EMBEDDER, [CONFIG, LOGGER, Lifetime], (config, logger, lifetime) =>
    lifetime.open(() => {
      const inner = embedderFromConfig(config, logger);
      const embedder = inner && new WatchedEmbedder(inner);
      embedder?.prepare?.();
      return embedder;
    }),
  ),
  provide(QUERY_VECTORS, [EMBEDDER], (embedder) => embedder && new QueryVectors(embedder)),
  provide(
    VectorCache,
    [CONFIG, LOGGER],
    ({ dataDir }, logger) => new VectorCache(join(dataDir, 'vectors'), logger),
  ),
  provide(
    ToolSelectionIndex,
    [EMBEDDER, QUERY_VECTORS, VectorCache, CONFIG, SERVER_OPTIONS, LOGGER, Lifetime],
    (embedder, queries, cache, { dataDir }, { indexing: onProgress }, logger, lifetime) => {
      const wordsShare = embedder && tunedShare(dataDir, embedder.id);
      const options = { embedder, cache, logger, wordsShare, queries, onProgress };
      return lifetime.open(() => new ToolSelectionIndex(options));
    },
  ),
  provide(
    AGENT_INDEX,
    [EMBEDDER, QUERY_VECTORS, VectorCache, LOGGER, Lifetime],
    (embedder, queries, cache, logger, lifetime) => {
      const options = { embedder, cache, logger, queries };
      return lifetime.open(() => new ToolSelectionIndex(options));
    },
  ),
];

/** The embedder, and the indexes that tools and agents are found by. Needs no database. */
@Module({ providers, exports: providers })
export class ToolIndexModule {}
