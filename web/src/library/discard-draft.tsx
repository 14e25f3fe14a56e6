import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/client.js';
import { useDeleteDraft, type DraftItem } from '../api/library.js';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import styles from './library.module.css';

/** Throws a draft away once that was confirmed. */
export function DiscardDraft({ draft, onGone }: { draft: DraftItem; onGone?: () => void }) {
  const [asking, setAsking] = useState(false);
  const discard = useMutation({ mutationFn: useDeleteDraft(), onSuccess: () => onGone?.() });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Discard: ${draft.name}`}
        title="Discard"
        onClick={() => setAsking(true)}
      >
        <Trash2 size={15} aria-hidden />
      </button>
      {asking && (
        <Sheet title="Discard this draft?" side="center" onClose={() => setAsking(false)}>
          <div className={styles.confirm}>
            <p>“{draft.name}” is taken away for good. What is saved stays as it is.</p>
            {discard.isError && <Notice tone="bad">{messageOf(discard.error)}</Notice>}
            <div className={styles.actions}>
              <button
                type="button"
                className="button danger"
                disabled={discard.isPending}
                onClick={() => discard.mutate(draft.id)}
              >
                Discard
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
