import { isUuid } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';

/** True when the page shows no stored rule: a new workflow is being made. */
export function isBlankCanvas(context: JsonObject): boolean {
  return !isUuid(context['workflow_id']);
}
