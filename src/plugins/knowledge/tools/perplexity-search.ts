import { AppError } from '../../../foundation/errors.js';
import { evidenceSlot } from '../../../citations/evidence.js';
import { lastOutsideSlot, knowledgeTool } from '../services.js';
import { numberedAnswer } from './numbered-answer.js';

export const perplexitySearch = knowledgeTool<{ query: string; context?: string }>({
  name: 'perplexity_search',
  description:
    'Searches external sources on the web. Only when the knowledge base does not suffice to answer. Write a query of its own: current information, or what the knowledge base does not cover. Returns an answer, the pages with the numbers to cite them by, and a result_id. After it, call index_keywords.',
  properties: {
    query: { type: 'string', minLength: 2, maxLength: 500, description: 'What to search for.' },
    context: {
      type: 'string',
      maxLength: 2000,
      description: 'What the knowledge base said, in short; it leaves this server.',
    },
  },
  required: ['query'],
  examples: [
    'What is the current VAT rate in Germany?',
    'What are the newest rules for lithium batteries by air?',
    'What do others say about this on the web?',
  ],
  execute: async ({ query, context: known }, { caller, outside, scratch, signal }) => {
    if (outside.search === undefined) {
      throw new AppError('tool_failed', 'No outside search is configured on this server.');
    }
    const found = await outside.search.search(query, known, signal);
    const { id } = await outside.store.keep(caller.userId, query, found);
    scratch.of(lastOutsideSlot).resultId = id;
    return {
      result: {
        result_id: id,
        ...numberedAnswer(found, scratch.of(evidenceSlot)),
        metadata: { service: outside.search.name },
      },
    };
  },
});
