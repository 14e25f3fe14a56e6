import type { DraftItem } from '../api/types.js';
import { ConfirmedButton } from '../ui/confirmed-button.js';
import { useDeleteDraft } from './queries.js';

/** Throws a draft away once that was confirmed. */
export function DiscardDraft({ draft, onGone }: { draft: DraftItem; onGone?: () => void }) {
  const discard = useDeleteDraft();
  return (
    <ConfirmedButton
      verb="Discard"
      name={draft.name}
      question="Discard this draft?"
      remove={() => discard(draft.id).then(() => onGone?.())}
    >
      “{draft.name}” will be deleted. Nothing that is already saved changes.
    </ConfirmedButton>
  );
}
