import { ArrowLeft, SquareArrowOutUpRight } from 'lucide-react';
import { useDocument } from '../api/documents.js';
import type { DocumentPlace } from '../chat/sources.js';
import { href } from '../shell/route.js';
import { DocumentReader } from './document-reader.js';
import { factsOf } from './words.js';
import styles from './document-panel.module.css';

/** A document beside the chat, at the place that is cited; `reason` is the agent's who opened it. */
export default function DocumentPanel({
  place,
  reason,
  onClose,
  back = 'Back to the chat',
}: {
  place: DocumentPlace;
  reason?: string;
  /** Absent where what holds the panel has its own way to close it. */
  onClose?: () => void;
  /** What its own button to close it says. */
  back?: string;
}) {
  const { documentId, blockId } = place;
  const { data: document } = useDocument(documentId);
  const title = document?.title ?? 'Document';
  const whole = href('documents', [documentId], blockId === undefined ? {} : { block: blockId });
  return (
    <article className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div className={styles.ways}>
          {onClose !== undefined && (
            <button type="button" className="button quiet" onClick={onClose}>
              <ArrowLeft size={14} aria-hidden /> {back}
            </button>
          )}
          <a className="button quiet" href={whole}>
            <SquareArrowOutUpRight size={14} aria-hidden /> Open in Documents
          </a>
        </div>
        <h2>{title}</h2>
        {document !== undefined && <p className="quiet small">{factsOf(document).join(' · ')}</p>}
        {reason !== undefined && (
          <p role="status" className={styles.reason}>
            Opened by the agent: {reason}
          </p>
        )}
      </header>
      <div className={styles.body} tabIndex={0} role="region" aria-label={`Text of ${title}`}>
        <DocumentReader key={`${documentId} ${blockId}`} id={documentId} blockId={blockId} />
      </div>
    </article>
  );
}
