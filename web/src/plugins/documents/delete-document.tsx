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
      “{title}” is deleted for good with all that was found in it. Answers that cite it stay; their
      sources can no longer be opened.
    </ConfirmedButton>
  );
}
