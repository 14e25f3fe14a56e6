import type { Citation } from '../../../../src/agentloop/events.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { type StepMessageOf } from '../../registry/plugin.js';
import { stepsOf, type RunView } from '../../run/run-view.js';
import { t } from './texts.js';

/** What a kind of sources did for an answer: some are cited, they were searched, or nobody looked. */
export type Use = 'cited' | 'searched' | 'none';

/** What the knowledge agent says of its whole answer. */
export interface AnswerFacts {
  /** From 0 to 1. */
  confidence: number;
  internal: Use;
  external: Use;
  /** Sources that the model named and that were never retrieved. */
  removed: readonly string[];
}

/** The sources that the call of the final answer names. */
export function citationsIn(view: RunView): readonly Citation[] {
  return listOf(finalAnswer(view)?.['sources']).filter(isCitation);
}

/** The facts of an answer; undefined for agents that give none. */
export function factsOf(view: RunView): AnswerFacts | undefined {
  const result = finalAnswer(view);
  const confidence = result?.['confidence_score'];
  if (result === undefined || typeof confidence !== 'number') return undefined;
  return {
    confidence,
    internal: partOf(view, result['used_internal_kb'], 'knowledge_base_search'),
    external: partOf(view, result['used_external_kb'], 'perplexity_search'),
    removed: listOf(result['removed_sources']).filter((source) => typeof source === 'string'),
  };
}

function partOf(view: RunView, isCited: unknown, search: string): Use {
  if (isCited === true) return 'cited';
  const wasSearched = stepsOf(view).some(({ name, state }) => name === search && state === 'done');
  return wasSearched ? 'searched' : 'none';
}

function finalAnswer(view: RunView): JsonObject | undefined {
  const step = stepsOf(view).findLast(
    ({ name, state }) => name === 'generate_response' && state === 'done',
  );
  return isObject(step?.result) ? step.result : undefined;
}

function isCitation(value: unknown): value is Citation {
  if (!isObject(value) || typeof value['number'] !== 'number') return false;
  const { title, quote, url, block_id: block, document_id: document } = value;
  const isPlaced =
    typeof url === 'string' || [block, document].every((id) => typeof id === 'string');
  return typeof title === 'string' && typeof quote === 'string' && isPlaced;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

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
