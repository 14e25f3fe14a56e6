import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { title } from '../ui/value-words.js';
import type { ChangeData } from './change.js';

/** What accepting a change sends, as far as an event tells. */
export interface ProposedRequest {
  /** `PUT /orders/17`, or the tool that is called. */
  line: string;
  /** What goes with it: a body, a query, arguments. */
  parts: readonly { name: string; value: unknown }[];
}

/** The request or the call of a change; undefined where its event has neither. */
export function requestOf({ request, call }: ChangeData): ProposedRequest | undefined {
  if (isObject(request)) return httpRequest(request);
  if (!isObject(call) || typeof call['tool'] !== 'string') return undefined;
  return { line: call['tool'], parts: partsOf(call, ['arguments']) };
}

function httpRequest(request: JsonObject): ProposedRequest | undefined {
  const { method, path, path_template: template } = request;
  const address = typeof path === 'string' ? path : template;
  if (typeof address !== 'string') return undefined;
  return {
    line: `${typeof method === 'string' ? `${method} ` : ''}${address}`,
    parts: partsOf(request, ['query', 'body']),
  };
}

function partsOf(from: JsonObject, names: readonly string[]): ProposedRequest['parts'] {
  return names
    .filter((name) => !isNothing(from[name]))
    .map((name) => ({ name: title(name), value: from[name] }));
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isObject(value) && Object.keys(value).length === 0;
}
