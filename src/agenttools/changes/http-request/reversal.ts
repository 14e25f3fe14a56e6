import { reversedPatch } from './json-patch.js';
import { remadeBody } from './remade-body.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestFacts } from './request-facts.js';

/** Whether an applied request can be taken back: by another request, by hand, not at all, or nobody can tell. */
export type Reversible = 'undo' | 'manual' | 'no' | 'unknown';

/** Says it only where the request that takes it back is known. */
export function reversalOf(payload: RequestPayload, facts: RequestFacts): Reversible {
  const { rules, before } = facts;
  if (isOpposable(facts)) return 'undo';
  switch (rules.action) {
    case 'replace':
    case 'merge':
    case 'patch':
      return before === undefined ? 'unknown' : 'undo';
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

/** True where the opposite request leads back: what was not there is deleted, what told no more is put there again. */
export function isOpposable({ rules, existed }: RequestFacts): boolean {
  return existed === (rules.opposite === 'PUT') && rules.opposite !== undefined;
}
