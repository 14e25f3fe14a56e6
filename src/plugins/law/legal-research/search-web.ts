import { defineTool } from '../../../agenttools/define-tool.js';
import { DEFAULT_LIMIT, limitArgument, queryArgument, searchSource } from './search-tool.js';
import type { LawServices } from '../services.js';

/** Searches the web by SerpApi. */
export const searchWeb = defineTool<{ query: string; limit?: number }, LawServices>({
  name: 'search_web',
  description:
    'Searches the web with Google, for what no legal source has: news, press releases, the pages of authorities. Returns title, address and snippet of each page.',
  properties: { query: queryArgument, limit: limitArgument },
  required: ['query'],
  examples: [
    'Search the web for news about the harbor expansion',
    'What do news sites say about the new ferry rules?',
    'Google the website of the port authority',
    'Find the press release on the settlement online',
  ],
  groups: ['legal_research'],
  effect: 'read',
  execute: ({ query, limit = DEFAULT_LIMIT }, context) =>
    searchSource(context.legal.serpApi, { query, limit }, context),
});
