import { defineTool } from '../../../agenttools/define-tool.js';
import { DEFAULT_LIMIT, limitArgument, queryArgument, searchSource } from './search-tool.js';
import type { LawServices } from '../services.js';

interface Input {
  query: string;
  court?: string;
  filed_after?: string;
  filed_before?: string;
  limit?: number;
}

const day = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' };

/** Searches court opinions at CourtListener. */
export const searchOpinions = defineTool<Input, LawServices>({
  name: 'search_opinions',
  description:
    'Searches case law: the opinions of US courts at CourtListener. Returns case name, court, date, citations, docket number, a snippet and the address of each.',
  properties: {
    query: queryArgument,
    court: {
      type: 'string',
      pattern: '^[a-z0-9]{2,20}$',
      description: "CourtListener's id of one court, e.g. scotus, ca4, va.",
    },
    filed_after: { ...day, description: 'Only opinions filed on or after this day.' },
    filed_before: { ...day, description: 'Only opinions filed on or before this day.' },
    limit: limitArgument,
  },
  required: ['query'],
  examples: [
    'Find court opinions about adverse possession',
    'Which cases deal with the duty to mitigate damages?',
    'Is there case law on harbor fees and the commerce clause?',
    'What did the Supreme Court decide about qualified immunity?',
  ],
  groups: ['legal_research'],
  effect: 'read',
  execute: ({ query, court, filed_after: after, filed_before: before, limit }, context) =>
    searchSource(
      context.legal.courtListener,
      {
        query,
        limit: limit ?? DEFAULT_LIMIT,
        court,
        filedAfter: after,
        filedBefore: before,
      },
      context,
    ),
});
