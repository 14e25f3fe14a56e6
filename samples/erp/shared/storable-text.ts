import { isObject } from '../../../src/foundation/json.js';

/** U+0000, and halves of characters: PostgreSQL holds neither in text nor in jsonb. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Where in a parsed value a text (or a field name) stands that PostgreSQL cannot hold, as a path
 * such as `actions[0].name` (empty for the value itself); undefined when there is none.
 */
export function findUnstorableText(value: unknown): string | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: item, path } = next;
    if (typeof item === 'string' && UNSTORABLE.test(item)) return path;
    if (Array.isArray(item))
      item.forEach((part, i) => waiting.push({ value: part, path: `${path}[${i}]` }));
    if (!isObject(item)) continue;
    for (const [key, part] of Object.entries(item)) {
      if (UNSTORABLE.test(key)) return path;
      waiting.push({ value: part, path: path === '' ? key : `${path}.${key}` });
    }
  }
  return undefined;
}
