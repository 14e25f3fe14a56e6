import { defineTool } from '../../../agenttools/define-tool.js';
import { DEFAULT_LIMIT, limitArgument, queryArgument, searchSource } from './search-tool.js';
import type { LawServices } from '../services.js';

interface Input {
  query: string;
  state: string;
  year?: number;
  limit?: number;
}

/** Searches the bills and acts of US states at LegiScan. */
export const searchStatutes = defineTool<Input, LawServices>({
  name: 'search_statutes',
  description:
    'Searches state legislation at LegiScan: bills and enacted statutes of a US state. Returns number, title, last action and address of each.',
  properties: {
    query: queryArgument,
    state: {
      type: 'string',
      pattern: '^([A-Za-z]{2}|[Aa][Ll][Ll])$',
      description: 'The state in two letters, e.g. VA; US for the Congress, ALL for every state.',
    },
    year: {
      type: 'integer',
      minimum: 1990,
      maximum: 2100,
      description: 'The year of the session; without it the current ones.',
    },
    limit: limitArgument,
  },
  required: ['query', 'state'],
  examples: [
    'Which Virginia statutes regulate short-term rentals?',
    'Search the state legislation of Ohio on data privacy',
    'Has California passed a bill about autonomous trucks?',
    'Find enacted bills on court jurisdiction in VA',
  ],
  groups: ['legal_research'],
  effect: 'read',
  execute: ({ query, state, year, limit = DEFAULT_LIMIT }, context) =>
    searchSource(
      context.legal.legiScan,
      { query, state: state.toUpperCase(), limit, year },
      context,
    ),
});
