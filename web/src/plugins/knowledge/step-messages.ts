import type { StepMessageOf } from '../../registry/plugin.js';
import { t } from './texts.js';

/** The calls of the knowledge agent, which the server sends no reasoning for. */
export const stepMessages: Readonly<Record<string, StepMessageOf>> = {
  knowledge_base_search: ({ query }) => ({
    action: 'searching',
    message: t('Searching the knowledge base: {textOf}', { textOf: textOf(query) }),
  }),
  perplexity_search: ({ query }) => ({
    action: 'searching',
    message: t('Searching the web: {textOf}', { textOf: textOf(query) }),
  }),
  index_keywords: ({ keywords }) => ({
    action: 'analysing',
    message: t(
      'Indexing the web answer under {n} keyword | Indexing the web answer under {n} keywords',
      { n: lengthOf(keywords) },
    ),
  }),
  generate_response: (_, { sources }) => ({
    action: 'summarising',
    message:
      sources === undefined
        ? t('Writing the answer')
        : t('Wrote the answer from {n} source | Wrote the answer from {n} sources', {
            n: lengthOf(sources),
          }),
  }),
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
