import { isObject, type JsonObject } from '../../../foundation/json.js';
import { sentObject } from './envelope.js';
import { reversedPatch } from './json-patch.js';
import { remadeBody } from './remade-body.js';
import type { RequestPayload } from './request-payload.js';
import { unknownFields, type RequestFacts } from './request-facts.js';

/** Whether an applied request can be taken back: by another request, by hand, not at all, or nobody can tell. */
export type Reversible = 'undo' | 'manual' | 'no' | 'unknown';

/** Says it only where the request that takes it back is known. */
export function reversalOf(payload: RequestPayload, facts: RequestFacts): Reversible {
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
  const known: JsonObject = before;
  return Object.keys(sent).every((name) => Object.hasOwn(known, name));
}

/** True where the opposite request leads back: what was not there is deleted, what told no more is put there again. */
export function isOpposable({ rules, existed }: RequestFacts): boolean {
  return existed === (rules.opposite === 'PUT') && rules.opposite !== undefined;
}
