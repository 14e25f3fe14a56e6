import { isObject } from '../../../src/foundation/json.js';
import { bullets, plain, valueWords } from './words.js';

const MAX_LINES = 20;

/** Any result in plain lines, for tools without an answer of their own: never JSON, never ids. */
export function sayAny(data: unknown): string {
  const lines = linesOf(data);
  if (lines.length === 0) return 'There is nothing to show.';
  const more =
    lines.length > MAX_LINES ? ` ${lines.length - MAX_LINES} more lines are not shown.` : '';
  return `This is what I found:\n${bullets(lines.slice(0, MAX_LINES))}${more}`;
}

function linesOf(data: unknown): string[] {
  if (Array.isArray(data)) return data.map(itemLine);
  if (!isObject(data)) return data === null || data === undefined ? [] : [valueWords(data)];
  return Object.entries(data).flatMap(([key, value]) => {
    if (isId(key)) return [];
    if (Array.isArray(value)) return value.map(itemLine);
    if (isObject(value)) return linesOf(value);
    return [`${plain(key)}: ${valueWords(value)}`];
  });
}

function itemLine(item: unknown): string {
  if (!isObject(item)) return valueWords(item);
  const fields = Object.entries(item).filter(([key]) => !isId(key));
  return fields.map(([key, value]) => `${plain(key)} ${valueWords(value)}`).join(', ');
}

function isId(key: string): boolean {
  return key === 'id' || key.endsWith('_id');
}
