import { parseWhole, writeJson } from '../foundation/exact-json.js';
import type { ModelSource } from './resilient.js';
import { transformSource } from './transform-source.js';
import type { LlmRequest } from './types.js';

/**
 * A source that is asked in whole characters only. Users, models and tools may send halves of surrogate
 * pairs, which JSON allows and APIs refuse with the whole request: each becomes U+FFFD.
 */
export function wholeCharacters(source: ModelSource): ModelSource {
  return transformSource(source, (request) => ({ request: inWhole(request) }));
}

/** As `JSON.stringify` writes a half; not where the backslash is itself escaped. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

function inWhole(request: LlmRequest): LlmRequest {
  const text = writeJson(request);
  const whole = text.replace(HALF, '$1\\ufffd');
  return whole === text ? request : (parseWhole(whole) as LlmRequest);
}
