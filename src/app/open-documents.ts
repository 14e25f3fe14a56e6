import type { Config } from './config/config.js';
import { messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import { openKnowledge, type Knowledge } from '../knowledge/knowledge.js';
import { createCohereReranker } from '../knowledge/rerank/cohere-reranker.js';
import { addHandbook } from '../../samples/handbook/add-handbook.js';
import { defined } from '../foundation/defined.js';
import type { Database } from '../store/database.js';
import type { Embedder } from '../toolindex/embedder.js';

const MB = 1024 * 1024;

/** The configured document store; with the sample its handbook comes in behind it, and nothing waits for that. */
export async function openDocuments(
  config: Pick<Config, 'knowledge'>,
  withSample: boolean,
  db: Database,
  embedder: Embedder | undefined,
  logger: Logger,
): Promise<Knowledge> {
  const { maxMb, maxCount, maxTotalMb, samples, cohere } = config.knowledge;
  const knowledge = await openKnowledge({
    db,
    embedder,
    logger,
    maxBytes: Math.floor(maxMb * MB),
    quota: { documents: maxCount, bytes: Math.floor(maxTotalMb * MB) },
    ...defined({ reranker: cohere && createCohereReranker(cohere) }),
  });
  if (!samples || !withSample) return knowledge;
  const added = addHandbook(knowledge).catch((error: unknown) => {
    logger.warn(`the sample handbook was not taken in: ${messageOf(error)}`);
  });
  const close = async () => {
    await knowledge.close();
    await added;
  };
  return { ...knowledge, close };
}
