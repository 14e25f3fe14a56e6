import { useEffect, useMemo, useState } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/client.js';
import { changeViewOf } from '../registry/registry.js';
import type { Decision } from './change.js';
import { splitGuards } from './edits.js';
import { carriedEdit, isSameProposal } from './sent-change.js';

/**
 * The body of a change as the user edits it in this tab: what can be edited, what goes with it unseen, and the edit so far.
 * The edit of `before`, of which this is the same once more, is gone on with.
 */
export function useEdit(
  kind: string,
  { id, state, stored, refused }: Decision & { id: string },
  before: StoredPreview | undefined,
) {
  const payload = stored?.payload;
  const { shown, guards } = useMemo(
    () => splitGuards(payload ?? {}, changeViewOf(kind)?.guards),
    [payload, kind],
  );
  const isAgain = before !== undefined && payload !== undefined && isSameProposal(before, shown);
  const carried = useMemo(
    () => (isAgain ? carriedEdit(before, shown, edits.get(before.id)) : undefined),
    [isAgain, before, shown],
  );
  // Null: the user has gone back to what was proposed.
  const [own, setOwn] = useState<JsonObject | null | undefined>(() => edits.get(id));
  const edit = (value: JsonObject | undefined) => {
    keepEdit(id, value);
    setOwn(value ?? null);
  };
  // What was refused may be edited again in the one that takes its place.
  const isDone = state === 'accepted' || state === 'rejected';
  useEffect(() => {
    if (isDone) keepEdit(id, undefined);
  }, [id, isDone]);
  const edited = own === undefined ? carried : (own ?? undefined);
  const isEditedAgain = carried !== undefined || (isAgain && refused?.length !== 0);
  return { shown, guards, edited, edit, isEditedAgain };
}

const MOST = 20;
const edits = new Map<string, JsonObject>();

/** Keeps the edit as it stands, or with `undefined` forgets it. */
function keepEdit(previewId: string, value: JsonObject | undefined): void {
  edits.delete(previewId);
  if (value === undefined) return;
  edits.set(previewId, value);
  const [oldest] = edits.keys();
  if (edits.size > MOST && oldest !== undefined) edits.delete(oldest);
}
