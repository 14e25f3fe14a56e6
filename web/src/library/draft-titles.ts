import type { DraftItem } from '../api/types.js';
import { draftViewOf } from '../registry/registry.js';
import { title } from '../ui/value-words.js';
import { t } from '../texts/core.js';
import { formatLocale } from '../texts/texts.js';

/** What a draft will be, in a few words. */
export function draftTitle(draft: DraftItem): string {
  const view = draftViewOf(draft.kind);
  if (view === undefined) return title(draft.kind);
  return view.isUpdate(draft)
    ? t('Change to a {noun}', { noun: view.noun })
    : t('New {noun}', { noun: view.noun });
}

/** Until when it is kept. */
export function keptUntil({ expires_at: at }: DraftItem): string {
  return t('kept until {toLocaleDateString}', {
    toLocaleDateString: new Date(at).toLocaleDateString(formatLocale),
  });
}
