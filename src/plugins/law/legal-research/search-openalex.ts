import { defineTool } from '../../../agenttools/define-tool.js';
import { DEFAULT_LIMIT, limitArgument, queryArgument, searchSource } from './search-tool.js';
import type { LawServices } from '../services.js';

interface Input {
  query: string;
  from_year?: number;
  limit?: number;
}

/** Searches scholarly works at OpenAlex. */
export const searchOpenalex = defineTool<Input, LawServices>({
  name: 'search_openalex',
  description:
    'Searches scholarly literature at OpenAlex: law review articles, papers, books. Returns title, authors, year, journal, how often it is cited, the abstract and the address of each.',
  properties: {
    query: queryArgument,
    from_year: {
      type: 'integer',
      minimum: 1500,
      maximum: 2100,
      description: 'Only works published in this year or later.',
    },
    limit: limitArgument,
  },
  required: ['query'],
  examples: [
    'Which scholarly articles discuss algorithmic sentencing?',
    'Find law review papers on the public trust doctrine',
    'What does the academic literature say about plea bargaining?',
    'Recent research papers about coastal zoning law',
  ],
  groups: ['legal_research'],
  effect: 'read',
  execute: ({ query, from_year: fromYear, limit = DEFAULT_LIMIT }, context) =>
    searchSource(context.legal.openAlex, { query, limit, fromYear }, context),
});
