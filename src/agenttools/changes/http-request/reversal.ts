import type { RequestPayload } from './request-payload.js';
import type { RequestFacts } from './request-facts.js';

/** Whether an applied request can be taken back: by another request, by hand, not at all, or nobody can tell. */
export type Reversible = 'undo' | 'manual' | 'no' | 'unknown';

/** Says it only where the request that takes it back is known. */
export function reversalOf(_payload: RequestPayload, { rules, before }: RequestFacts): Reversible {
  switch (rules.action) {
    case 'replace':
    case 'merge':
    case 'patch':
      return before === undefined ? 'unknown' : 'undo';
    case 'json_patch':
      return before === undefined ? 'unknown' : 'manual';
    case 'create':
      return rules.created?.methods.includes('DELETE') === true ? 'undo' : 'unknown';
    case 'delete':
      return before === undefined ? 'no' : 'manual';
    default:
      return 'unknown';
  }
}
