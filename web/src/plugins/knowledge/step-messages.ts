import type { StepMessageOf } from '../../registry/plugin.js';
import { count } from '../../ui/format.js';

/** The calls of the knowledge agent, which the server sends no reasoning for. */
export const stepMessages: Readonly<Record<string, StepMessageOf>> = {
  knowledge_base_search: ({ query }) => ({
    action: 'searching',
    message: `Searching the knowledge base: ${textOf(query)}`,
  }),
  perplexity_search: ({ query }) => ({
    action: 'searching',
    message: `Searching the web: ${textOf(query)}`,
  }),
  index_keywords: ({ keywords }) => ({
    action: 'analysing',
    message: `Indexing the web answer under ${count(lengthOf(keywords), 'keyword')}`,
  }),
  generate_response: (_, { sources }) => ({
    action: 'summarising',
    message:
      sources === undefined
        ? 'Writing the answer'
        : `Wrote the answer from ${count(lengthOf(sources), 'source')}`,
  }),
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
