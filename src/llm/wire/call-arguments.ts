import { firstChars } from '../../foundation/first-chars.js';
import { isObject, type JsonObject } from '../../foundation/json.js';

const MAX_SHOWN = 200;

/**
 * A call's arguments from what models send: an object, JSON text of one, JSON text of such a text, or
 * nothing (= `{}`). What cannot be read becomes `{unreadable_arguments}`, which no tool accepts: its
 * schema check then tells the model what it should have sent.
 */
export function toArguments(value: unknown): JsonObject {
  let current = value;
  for (let unwrapped = 0; unwrapped < 2 && typeof current === 'string'; unwrapped += 1) {
    if (current.trim() === '') return {};
    const text: string = current;
    try {
      current = JSON.parse(text) as unknown;
    } catch {
      return { unreadable_arguments: firstChars(text, MAX_SHOWN) };
    }
  }
  if (current === undefined || current === null) return {};
  if (isObject(current)) return current;
  return { unreadable_arguments: firstChars(JSON.stringify(current), MAX_SHOWN) };
}
