import type { JsonObject } from '../../src/foundation/json.js';
import type { LlmContext } from '../../src/llm/types.js';

/** Where the user is. */
export interface Situation {
  contextType: 'workflow' | 'tables' | 'law' | 'other';
  /** The rule or table config the page shows. */
  currentId?: string;
  /** The page's context object. */
  json: JsonObject;
}

/** Context type → what the grammar calls it, and the key of the id of what is open. */
const PLACES: Readonly<Record<string, { place: Situation['contextType']; idKey?: string }>> = {
  workflow: { place: 'workflow', idKey: 'workflow_id' },
  tables: { place: 'tables', idKey: 'config_id' },
  law: { place: 'law' },
  law_research: { place: 'law' },
};

/** Where a request comes from; one that does not say is from an `other` place with nothing open. */
export function readSituation(context: LlmContext | undefined): Situation {
  const json = context?.open ?? {};
  const { place, idKey = '' } = PLACES[context?.contextType ?? ''] ?? { place: 'other' as const };
  const id = json[idKey];
  const isOpen = typeof id === 'string' && id !== '';
  return { contextType: place, json, ...(isOpen ? { currentId: id } : {}) };
}
