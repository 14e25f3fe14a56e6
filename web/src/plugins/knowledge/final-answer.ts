import type { Citation } from '../../../../src/agentloop/events.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { stepsOf, type RunView } from '../../run/run-view.js';

/** What the knowledge agent says of its whole answer. */
export interface AnswerFacts {
  /** From 0 to 1. */
  confidence: number;
  internal: boolean;
  external: boolean;
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
    internal: result['used_internal_kb'] === true,
    external: result['used_external_kb'] === true,
    removed: listOf(result['removed_sources']).filter((source) => typeof source === 'string'),
  };
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
