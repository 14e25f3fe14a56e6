import { defined } from '../../foundation/defined.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { ToolCall } from '../../llm/types.js';

/** How models write a source that is meant as one reference, the surest first. */
const REFERENCES = ['number', 'block_id', 'document_id', 'url', 'title'] as const;

/**
 * A final answer in the schema's own words, where models commonly use others: `confidence_score`, and
 * sources that are numbers or objects instead of texts. Any other call stays as it is.
 */
export function withUsualNames(call: ToolCall): ToolCall {
  if (call.name !== 'generate_response') return call;
  const { confidence_score: score, ...rest } = call.arguments;
  const sources = Array.isArray(rest['sources']) ? (rest['sources'] as unknown[]) : undefined;
  return {
    ...call,
    arguments: {
      ...defined({ confidence: score }),
      ...rest,
      ...defined({ sources: sources?.map(asReference) }),
    },
  };
}

function asReference(source: unknown): unknown {
  if (typeof source === 'number') return String(source);
  return isObject(source) ? asReference(firstReference(source)) : source;
}

function firstReference(source: JsonObject): unknown {
  const name = REFERENCES.find((key) => ['string', 'number'].includes(typeof source[key]));
  return name === undefined ? JSON.stringify(source) : source[name];
}
