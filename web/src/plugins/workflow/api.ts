import type { JsonObject } from '../../../../src/foundation/json.js';
import type { DraftItem } from '../../api/types.js';
import { useLibraryItem } from '../../library/queries.js';

/** A rule in the library's list. */
export interface RuleItem {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  /** `schema.table`. */
  entity: string;
  trigger_type: string;
  action_count: number;
  version: number;
  updated_at: string;
}

/** A rule that is being built. */
export interface RuleDraft extends DraftItem {
  description: string;
  /** The rule it changes. */
  workflow_id?: string;
  workflow: JsonObject;
}

/** One stored rule with its graph. */
export function useRule(id: string) {
  return useLibraryItem<RuleItem & JsonObject>('rules', id);
}
