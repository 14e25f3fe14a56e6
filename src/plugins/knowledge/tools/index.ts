import type { ToolOf } from '../../../agenttools/tool.js';
import type { KnowledgeServices } from '../services.js';
import { generateResponse } from './generate-response.js';
import { indexKeywords } from './index-keywords.js';
import { knowledgeBaseSearch } from './knowledge-base-search.js';
import { perplexitySearch } from './perplexity-search.js';

/** The tools of the knowledge base. */
export const knowledgeTools: readonly ToolOf<KnowledgeServices>[] = [
  knowledgeBaseSearch,
  generateResponse,
];

/** Those that need a search outside it. */
export const outsideTools: readonly ToolOf<KnowledgeServices>[] = [perplexitySearch, indexKeywords];
