import type { JsonObject } from '../../../src/foundation/json.js';

const MOST = 20;
const begun = new Map<string, JsonObject>();

/** An edit of this preview that was begun in this tab: a panel that is drawn in another place goes on with it. */
export function begunEdit(previewId: string): JsonObject | undefined {
  return begun.get(previewId);
}

/** Keeps the edit as it stands, or with `undefined` forgets it. */
export function keepEdit(previewId: string, value: JsonObject | undefined): void {
  begun.delete(previewId);
  if (value === undefined) return;
  begun.set(previewId, value);
  const [oldest] = begun.keys();
  if (begun.size > MOST && oldest !== undefined) begun.delete(oldest);
}
