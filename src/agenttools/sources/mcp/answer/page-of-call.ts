import { webPageOfAnswer } from '../../../changes/http-request/web-page.js';
import { isNumber } from '../../../../foundation/exact-number.js';
import { isObject, ownValue, type JsonObject } from '../../../../foundation/json.js';

/**
 * The server's own page of what a call is about, as the operator's `links` give it: `{id}` is an argument of the call,
 * else a field of the answer; of a list it is left for the field of each row. Undefined where one is not told.
 */
export function pageOfCall(
  address: string | undefined,
  input: JsonObject,
  answer?: unknown,
): string | undefined {
  if (address === undefined) return undefined;
  const known = isObject(answer) ? answer : {};
  const filled = address.replaceAll(/\{([^{}]+)\}/g, (place, name: string) => {
    const id = textOf(ownValue(input, name)) ?? textOf(ownValue(known, name));
    return id === undefined ? place : encodeURIComponent(id);
  });
  return webPageOfAnswer(filled, '', answer);
}

function textOf(value: unknown): string | undefined {
  if (isNumber(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
