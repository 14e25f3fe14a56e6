import { visibleText } from '../foundation/invisible.js';

/**
 * A result as the model reads it: a text, or compact JSON, without characters that people cannot see. A
 * tool result is written by others, and what hides in it would be read by the model alone.
 */
export function modelText(result: unknown): string {
  if (typeof result === 'string') return visibleText(result);
  // Value by value, as JSON escapes control characters; then once more for the keys.
  return visibleText(JSON.stringify(result ?? null, visibleValue));
}

function visibleValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? visibleText(value) : value;
}
