import { writeJson } from './exact-json.js';
import { firstChars } from './first-chars.js';
import { isObject, type JsonObject } from './json.js';

/** A file or a long text is not what a reader wants of a call. */
const MAX_VALUE = 200;

/** A call as its user reads it: the title of its operation, and a line for each value of the form. */
export function callWords(title: string, input: JsonObject): string {
  return [title, ...linesOf(input, '')].join('\n');
}

function linesOf(input: JsonObject, within: string): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const label = within + name.replaceAll('_', ' ');
    if (isObject(value)) return linesOf(value, `${label} › `);
    const values = Array.isArray(value) ? value : [value];
    return [`${label}: ${values.map(wordOf).join(', ')}`];
  });
}

function wordOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (writeJson(value) ?? '');
  return text.length > MAX_VALUE ? `${firstChars(text, MAX_VALUE)}…` : text;
}
