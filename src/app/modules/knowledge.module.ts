import { Module } from '@nestjs/common';
import { addHandbook } from '../../../samples/handbook/add-handbook.js';
import { messageOf } from '../../foundation/errors.js';
import { openKnowledge } from '../../knowledge/knowledge.js';
import { createCohereReranker } from '../../knowledge/rerank/cohere-reranker.js';
import { LiveModels } from '../../llm/models.js';
import { modelImageReader } from '../image-reader.js';
import { servesSample } from '../served/served.js';
import { Lifetime } from './lifetime.js';
import { provide, CONFIG, DATABASE, EMBEDDER, KNOWLEDGE, LOGGER, SERVED } from './tokens.js';
import { LlmModule } from './llm.module.js';
import { StoreModule } from './store.module.js';
import { ToolIndexModule } from './tool-index.module.js';

const MB = 1024 * 1024;

const knowledge = provide(
  KNOWLEDGE,
  [CONFIG, SERVED, DATABASE, EMBEDDER, LiveModels, LOGGER, Lifetime],
  async (config, served, db, embedder, models, logger, lifetime) => {
    const { maxMb, maxCount, maxTotalMb, samples, cohere } = config.knowledge;
    let handbook: Promise<void> | undefined;
    const opened = await lifetime.open(
      () =>
        openKnowledge({
          ...{ db, embedder, logger, maxBytes: Math.floor(maxMb * MB) },
          quota: { documents: maxCount, bytes: Math.floor(maxTotalMb * MB) },
          reranker: cohere && createCohereReranker(cohere),
          images: modelImageReader(models),
        }),
      async (documents) => {
        await documents.close();
        await handbook;
      },
    );
    // It comes in behind the start, and nothing waits for it.
    if (samples && servesSample(served))
      handbook = addHandbook(opened).catch((error: unknown) => {
        logger.warn(`the sample handbook was not taken in: ${messageOf(error)}`);
      });
    return opened;
  },
);

/** The users' documents, with the sample's handbook where that is served. */
@Module({
  imports: [StoreModule, ToolIndexModule, LlmModule],
  providers: [knowledge],
  exports: [knowledge],
})
export class KnowledgeModule {}
