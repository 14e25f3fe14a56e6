import type { DraftItem } from '../api/types.js';
import { draftViewOf } from '../registry/registry.js';
import { title } from '../ui/value-words.js';

/** What a draft will be, in a few words. */
export function draftTitle(draft: DraftItem): string {
  const view = draftViewOf(draft.kind);
  if (view === undefined) return title(draft.kind);
  return view.isUpdate(draft) ? `Change to a ${view.noun}` : `New ${view.noun}`;
}

/** Until when it is kept. */
export function keptUntil({ expires_at: at }: DraftItem): string {
  return `kept until ${new Date(at).toLocaleDateString()}`;
}
