import type { JsonObject } from '../../../src/foundation/json.js';

const MOST = 20;
const edits = new Map<string, JsonObject>();

/** The edit of this preview that was started in this tab: a panel that is drawn in another place goes on with it. */
export function editInProgress(previewId: string): JsonObject | undefined {
  return edits.get(previewId);
}

/** Keeps the edit as it stands, or with `undefined` forgets it. */
export function keepEdit(previewId: string, value: JsonObject | undefined): void {
  edits.delete(previewId);
  if (value === undefined) return;
  edits.set(previewId, value);
  const [oldest] = edits.keys();
  if (edits.size > MOST && oldest !== undefined) edits.delete(oldest);
}
