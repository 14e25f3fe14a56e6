import { parseJson } from '../../../src/foundation/exact-json.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { t } from '../texts/core.js';

/** A text as a JSON object, or why it is none. */
export function parseObject(
  text: string,
): { value: JsonObject; problem?: undefined } | { problem: string; value?: undefined } {
  try {
    const value: unknown = parseJson(text);
    return isObject(value)
      ? { value }
      : { problem: t('It must be one JSON object: {example}', { example: '{…}' }) };
  } catch (error) {
    return { problem: jsonProblem(error) };
  }
}

/** Why a text is no JSON, with what the browser says of the place. */
export function jsonProblem(error: unknown): string {
  const example = '{"name": "Anna", "seats": 2}';
  const place = error instanceof Error ? ` (${error.message})` : '';
  return `${t('This is not valid JSON, such as {example}.', { example })}${place}`;
}
