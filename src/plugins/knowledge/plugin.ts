import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import { PgOutsideStore } from '../../knowledge/outside/outside.store.js';
import { createPerplexitySearch } from '../../knowledge/outside/perplexity.js';
import { writerOf } from '../../citations/query-variants.js';
import { speaksOfDocuments } from '../../citations/documents-routing.js';
import { knowledgeAgent } from './agent.js';
import { readKnowledgeAgentSettings, type KnowledgeAgentSettings } from './knowledge-settings.js';
import { QueryController } from './routes/query.controller.js';
import { SEARCHED_KNOWLEDGE, SynonymsController } from './routes/synonyms.controller.js';
import type { KnowledgeServices } from './services.js';
import { generateResponse } from './tools/generate-response.js';
import { indexKeywords } from './tools/index-keywords.js';
import { knowledgeBaseSearch } from './tools/knowledge-base-search.js';
import { perplexitySearch } from './tools/perplexity-search.js';
import { quoteKnowledge } from './commands.js';

/** Answers from a knowledge base that must be searched and cited. */
export const knowledgePlugin = definePlugin<KnowledgeAgentSettings, KnowledgeServices>({
  name: 'knowledge',
  commands: [quoteKnowledge],
  settings: readKnowledgeAgentSettings,
  open: ({ db, knowledge, models, settings: { perplexity, variants } }) => ({
    knowledge,
    get writer() {
      return writerOf(models, variants);
    },
    outside: {
      store: new PgOutsideStore(db),
      search: perplexity && createPerplexitySearch(perplexity),
    },
  }),
  sources: (services) => [
    staticTools({
      id: 'knowledge',
      title: 'Knowledge base',
      tools: [
        ...[knowledgeBaseSearch, generateResponse],
        ...(services.outside.search ? [perplexitySearch, indexKeywords] : []),
      ],
      services,
    }),
  ],
  agents: ({ knowledge }) => ({
    knowledge: {
      ...knowledgeAgent,
      routing: { ...knowledgeAgent.routing, speaksOf: speaksOfDocuments(knowledge) },
    },
  }),
  routes: ({ knowledge }) => [
    {
      module: class KnowledgeModule {},
      controllers: [QueryController, SynonymsController],
      providers: [{ provide: SEARCHED_KNOWLEDGE, useValue: knowledge }],
    },
  ],
});
