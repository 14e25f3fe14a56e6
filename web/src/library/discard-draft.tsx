import { useDeleteDraft, type DraftItem } from '../api/library.js';
import { ConfirmedButton } from '../ui/confirmed-button.js';

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
      “{draft.name}” is taken away for good. What is saved stays as it is.
    </ConfirmedButton>
  );
}
