import type { Tool } from '../tool.js';
import { generateResponse } from './generate-response.js';
import { indexKeywords } from './index-keywords.js';
import { knowledgeBaseSearch } from './knowledge-base-search.js';
import { perplexitySearch } from './perplexity-search.js';

/** The tools of the knowledge base. */
export const knowledgeTools: readonly Tool[] = [knowledgeBaseSearch, generateResponse];

/** Those that need a search outside it. */
export const outsideTools: readonly Tool[] = [perplexitySearch, indexKeywords];
