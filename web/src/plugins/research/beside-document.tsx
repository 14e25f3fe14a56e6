import { lazy, Suspense } from 'react';
import type { DocumentPlace } from '../../chat/sources.js';
import { Sheet } from '../../ui/sheet.js';
import { useMedia } from '../../ui/use-media.js';
import styles from './research-detail.module.css';

const DocumentPanel = lazy(() => import('../documents/document-panel.js'));

/** A document at the place that was opened: beside the research where there is room, else over it. */
export function BesideDocument({
  place,
  onClose,
}: {
  place: DocumentPlace | undefined;
  onClose: () => void;
}) {
  const wide = useMedia('(min-width: 75rem)');
  if (place === undefined) return null;
  const panel = (
    <Suspense fallback={<p className="quiet small">Opening the document…</p>}>
      <DocumentPanel place={place} back="Back to the research" {...(wide ? { onClose } : {})} />
    </Suspense>
  );
  if (!wide) {
    return (
      <Sheet title="Document" side="bottom" onClose={onClose}>
        {panel}
      </Sheet>
    );
  }
  return (
    <aside className={styles.panel} aria-label="Document">
      {panel}
    </aside>
  );
}
