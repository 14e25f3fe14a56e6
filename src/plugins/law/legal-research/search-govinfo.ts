import { defineTool } from '../../../agenttools/define-tool.js';
import { DEFAULT_LIMIT, limitArgument, queryArgument, searchSource } from './search-tool.js';
import type { LawServices } from '../services.js';

interface Input {
  query: string;
  collection?: string;
  mark?: string;
  limit?: number;
}

/** Searches the publications of the federal government at GovInfo. */
export const searchGovinfo = defineTool<Input, LawServices>({
  name: 'search_govinfo',
  description:
    'Searches federal publications at GovInfo: United States Code, Code of Federal Regulations, Federal Register, public laws, congressional reports. Returns title, collection, date and address of each.',
  properties: {
    query: queryArgument,
    collection: {
      type: 'string',
      pattern: '^[A-Z]{2,12}$',
      description: 'One collection only: USCODE, CFR, FR, PLAW, BILLS, CRPT, USCOURTS…',
    },
    mark: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Goes on where an earlier search with the same query ended: its next_mark.',
    },
    limit: limitArgument,
  },
  required: ['query'],
  examples: [
    'What does the Code of Federal Regulations say about ballast water?',
    'Find the Federal Register notice on port security fees',
    'Search the United States Code for maritime liens',
    'Which public law created the Coast Guard Reserve?',
  ],
  groups: ['legal_research'],
  effect: 'read',
  execute: ({ query, collection, mark, limit = DEFAULT_LIMIT }, context) =>
    searchSource(
      context.legal.govInfo,
      {
        query,
        limit,
        collection,
        mark,
      },
      context,
    ),
});
