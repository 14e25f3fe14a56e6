import type { DraftItem } from '../api/types.js';
import { ConfirmedButton } from '../ui/confirmed-button.js';
import { useDeleteDraft } from './queries.js';
import { t } from '../texts/core.js';

/** Throws a draft away once that was confirmed. */
export function DiscardDraft({ draft, onGone }: { draft: DraftItem; onGone?: () => void }) {
  const discard = useDeleteDraft();
  return (
    <ConfirmedButton
      verb={t('Discard')}
      name={draft.name}
      question={t('Discard this draft?')}
      remove={() => discard(draft.id).then(() => onGone?.())}
    >
      {t('“{name}” will be deleted. Nothing that is already saved changes.', { name: draft.name })}
    </ConfirmedButton>
  );
}
