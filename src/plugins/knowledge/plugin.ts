import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import { PgOutsideStore } from '../../knowledge/outside/outside.store.js';
import { createPerplexitySearch } from '../../knowledge/outside/perplexity.js';
import { writerOf, readQueryVariants } from '../../citations/query-variants.js';
import { speaksOfDocuments, searchGaps } from '../../citations/search-passages.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';
import { offers, stepwise, type CommandSteps } from '../../llm/providers/palette/command.js';
import {
  bestOf,
  objectsIn,
  placeIn,
  queryOf,
  quotePassages,
  searchedParts,
  textIn,
  type Passage,
} from '../../llm/providers/palette/quote-passages.js';
import { knowledgeAgent } from './agent.js';
import {
  QueryController,
  SEARCHED_KNOWLEDGE,
  SynonymsController,
} from './routes/knowledge.controller.js';
import type { KnowledgeServices } from './services.js';
import { generateResponse } from './tools/generate-response.js';
import { indexKeywords, perplexitySearch } from './tools/perplexity-search.js';
import { knowledgeBaseSearch } from './tools/knowledge-base-search.js';

const SEARCH = 'knowledge_base_search';
const RESPOND = 'generate_response';

const quoteKnowledge = stepwise(
  (message, request) =>
    offers(request, SEARCH, RESPOND) && searchedParts(message).length > 0
      ? quote(message)
      : undefined,
  (failure) => ({ failure }),
);

function* quote(message: string): CommandSteps {
  const parts = searchedParts(message);
  const found = yield parts.map((part) => ({ name: SEARCH, arguments: { query: queryOf(part) } }));
  const passages = found.map((data) => objectsIn(data, 'chunks').map(passageOf));
  const told = parts.map((part, at) => searchGaps(part, passages[at] ?? [], found[at]));
  const answer = quotePassages(message, passages, 'the knowledge base', told);
  const best = passages.flatMap((own, at) => bestOf(parts[at] ?? '', own));
  const quoted = best.flatMap(({ blocks }) => blocks);
  const sources = quoted.map(({ mark }) => mark.slice(1, -1));
  const used = { used_internal_kb: sources.length > 0, used_external_kb: false };
  yield [{ name: RESPOND, arguments: { answer, sources, ...used } }];
  return answer;
}

function passageOf(chunk: ReturnType<typeof objectsIn>[number]): Passage {
  const { title, section, score } = chunk;
  return {
    place: placeIn(title, section),
    score: Number(score),
    blocks: objectsIn(chunk, 'blocks').map(({ number, text }) => ({
      text: textIn(text),
      mark: `[${Number(number)}]`,
    })),
  };
}

interface KnowledgeAgentSettings {
  perplexity: { baseUrl: string; apiKey?: string; model: string } | undefined;
  variants: boolean;
}

const PERPLEXITY = 'https://api.perplexity.ai';

export function readKnowledgeAgentSettings(read: SettingsReader): KnowledgeAgentSettings {
  const apiKey = read.optional('PERPLEXITY_API_KEY');
  const baseUrl = read.baseUrl('PERPLEXITY_BASE_URL');
  const model = read.text('PERPLEXITY_MODEL', 'sonar');
  const variants = readQueryVariants(read);
  if (apiKey === undefined && baseUrl === undefined) return { perplexity: undefined, variants };
  return { perplexity: { baseUrl: baseUrl ?? PERPLEXITY, apiKey, model }, variants };
}

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
        knowledgeBaseSearch,
        generateResponse,
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
