import { createHash } from 'node:crypto';
import { isObject } from '../../../../foundation/json.js';
import type { ToolDefinition } from '../definitions/tool-definition.js';

/** SHA-256 in hex of all that a server says of a tool; the order of keys does not count. */
export function definitionHash(definition: ToolDefinition): string {
  return createHash('sha256').update(canonicalJson(definition)).digest('hex');
}

/** Compact JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (!isObject(part)) return part;
    const names = Object.keys(part).sort();
    // Entries keep a key like `__proto__` a plain key.
    return Object.fromEntries(names.map((name) => [name, part[name]]));
  });
}
