import { isNumber } from '../../../foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { withValueAt } from './envelope.js';
import { identifyingFields } from './identifying-fields.js';
import { maskSecrets } from './mask-secrets.js';
import type { RequestFacts } from './request-facts.js';
import type { RequestPayload } from './request-payload.js';

/**
 * The body that makes a deleted thing again under the id that it had; undefined where it would get another
 * one, where something that is needed is not known, or where nobody has seen its secrets.
 */
export function remadeBody(
  { path }: Pick<RequestPayload, 'path'>,
  { rules: { remade, secrets }, before }: Pick<RequestFacts, 'rules' | 'before'>,
): JsonObject | undefined {
  if (remade === undefined || !isObject(before)) return undefined;
  const { fields, required, key, at = '' } = remade;
  const known: JsonObject = before;
  const kept = fields.filter((name) => Object.hasOwn(known, name));
  const body = Object.fromEntries(kept.map((name) => [name, known[name]]));
  const hasAll = required.every((name) => kept.includes(name));
  const isSame = identifyingFields(key).some((name) => namesIt(body[name], path));
  // Backends answer secrets masked, if at all: to send that back would set it.
  const hasSecrets = maskSecrets(body, secrets).places.length > 0;
  return hasAll && isSame && !hasSecrets ? (withValueAt({}, at, body) as JsonObject) : undefined;
}

/** Whether a value is what the path ends with. */
function namesIt(value: unknown, path: string): boolean {
  if (typeof value !== 'string' && !isNumber(value)) return false;
  return path.split('/').at(-1) === encodeURIComponent(String(value));
}
