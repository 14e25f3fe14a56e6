import { useDeleteDocument, type DocumentItem } from './api.js';
import { ConfirmedButton } from '../../ui/confirmed-button.js';
import { t } from './texts.js';

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
      verb={t('Delete')}
      name={title}
      question={t('Delete this document?')}
      remove={() => remove(id)}
    >
      {t(
        '“{title}” will be deleted. Answers that cite it stay, but their sources can no longer be opened.',
        { title },
      )}
    </ConfirmedButton>
  );
}
