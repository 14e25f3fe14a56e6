import { visibleJson, visibleText } from '../foundation/invisible.js';

/**
 * A result as the model reads it: a text, or compact JSON, without characters that people cannot see. A
 * tool result is written by others, and what hides in it would be read by the model alone.
 */
export function modelText(result: unknown): string {
  return typeof result === 'string' ? visibleText(result) : visibleJson(result);
}
