import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/client.js';
import { useDeleteDocument, type DocumentItem } from '../api/documents.js';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import styles from './documents.module.css';

/** Deletes a document once that was confirmed. */
export function DeleteDocument({
  document: { id, title },
  onGone,
}: {
  document: DocumentItem;
  onGone?: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const removal = useDeleteDocument(() => {
    setAsking(false);
    onGone?.();
  });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete: ${title}`}
        title="Delete"
        onClick={() => setAsking(true)}
      >
        <Trash2 size={15} aria-hidden />
      </button>
      {asking && (
        <Sheet title="Delete this document?" side="center" onClose={() => setAsking(false)}>
          <div className={styles.confirm}>
            <p>
              “{title}” is deleted for good with all that was found in it. Answers that cite it
              stay; their sources can no longer be opened.
            </p>
            {removal.isError && <Notice tone="bad">{messageOf(removal.error)}</Notice>}
            <div className={styles.actions}>
              <button
                type="button"
                className="button danger"
                disabled={removal.isPending}
                onClick={() => removal.mutate(id)}
              >
                Delete
              </button>
              <button type="button" className="button quiet" onClick={() => setAsking(false)}>
                Keep it
              </button>
            </div>
          </div>
        </Sheet>
      )}
    </>
  );
}
