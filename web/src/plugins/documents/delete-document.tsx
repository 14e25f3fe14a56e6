import { useDeleteDocument, type DocumentItem } from './api.js';
import { ConfirmedButton } from '../../ui/confirmed-button.js';

/** Deletes a document once that was confirmed. */
export function DeleteDocument({
  document: { id, title },
  onGone,
}: {
  document: DocumentItem;
  onGone?: () => void;
}) {
  const remove = useDeleteDocument(() => onGone?.());
  return (
    <ConfirmedButton
      verb="Delete"
      name={title}
      question="Delete this document?"
      remove={() => remove(id)}
    >
      “{title}” will be deleted. Answers that cite it stay, but their sources can no longer be
      opened.
    </ConfirmedButton>
  );
}
