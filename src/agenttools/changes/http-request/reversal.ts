import { isNumber } from '../../../foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { withValueAt, identifyingFields, sentObject } from './envelope.js';
import { maskSecrets } from './mask-secrets.js';
import { type RequestFacts, unknownFields } from './request-facts.js';
import type { RequestPayload } from './request-payload.js';
import { reversedPatch } from './json-patch.js';

/** The body that makes a deleted thing again under its id; undefined where that is not possible or known. */
export function remadeBody(
  { path }: Pick<RequestPayload, 'path'>,
  { rules: { remade, secrets }, before }: Pick<RequestFacts, 'rules' | 'before'>,
): JsonObject | undefined {
  if (remade === undefined || !isObject(before)) return undefined;
  const { fields, required, key, at = '' } = remade;
  const kept = fields.filter((name) => Object.hasOwn(before, name));
  const body = Object.fromEntries(kept.map((name) => [name, before[name]]));
  const hasAll = required.every((name) => kept.includes(name));
  const last = path.split('/').at(-1);
  const isSame = identifyingFields(key).some((name) => {
    const id = body[name];
    return (typeof id === 'string' || isNumber(id)) && encodeURIComponent(String(id)) === last;
  });
  // Backends answer secrets masked, if at all: to send that back would set it.
  const hasSecrets = maskSecrets(body, secrets).places.length > 0;
  return hasAll && isSame && !hasSecrets ? (withValueAt({}, at, body) as JsonObject) : undefined;
}

/** Whether an applied request can be taken back; says `undo` only where the request that does it is known. */
export function reversalOf(
  payload: RequestPayload,
  facts: RequestFacts,
): 'undo' | 'manual' | 'no' | 'unknown' {
  const { rules, before } = facts;
  if (rules.bulk) return 'manual';
  if (isOpposable(facts)) return 'undo';
  switch (rules.action) {
    case 'replace':
    case 'merge':
    case 'patch':
      if (before === undefined) return 'unknown';
      return isRestorable(payload, facts) ? 'undo' : 'manual';
    case 'json_patch':
      if (before === undefined) return 'unknown';
      return reversedPatch(before, payload.body) === undefined ? 'manual' : 'undo';
    case 'create':
      return rules.created?.methods.includes('DELETE') === true ? 'undo' : 'unknown';
    case 'delete':
      if (before === undefined) return facts.existed === true ? 'manual' : 'no';
      return remadeBody(payload, facts) === undefined ? 'manual' : 'undo';
    default:
      return 'unknown';
  }
}

/** True where all that is sent over is known, and can be sent back. */
function isRestorable({ body }: RequestPayload, { rules, before, beside }: RequestFacts): boolean {
  if (unknownFields(rules, body).length > 0 || beside !== undefined) return false;
  const sent = sentObject(body, rules.envelope);
  // A PATCH of plain JSON has no way to say that a field is to be gone.
  if (rules.action !== 'patch' || !isObject(sent) || !isObject(before)) return true;
  return Object.keys(sent).every((name) => Object.hasOwn(before, name));
}

/** True where the opposite request leads back: what was not there is deleted, what told no more is put there again. */
export function isOpposable({ rules, existed }: RequestFacts): boolean {
  return existed === (rules.opposite === 'PUT') && rules.opposite !== undefined;
}
