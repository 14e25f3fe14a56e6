import { Suspense } from 'react';
import type { Panel } from '../../registry/plugin.js';
import { Sheet } from '../../ui/sheet.js';
import { useMedia } from '../../ui/use-media.js';
import styles from './research-detail.module.css';

/** A source that was opened: beside the research where there is room, else over it. */
export function BesideSource({
  panel,
  onClose,
}: {
  panel: Panel | undefined;
  onClose: () => void;
}) {
  const wide = useMedia('(min-width: 75rem)');
  if (panel === undefined) return null;
  const { title, render } = panel;
  const shown = (
    <Suspense fallback={<p className="quiet small">Opening the source…</p>}>
      {render({ back: 'Back to the research', ...(wide ? { onClose } : {}) })}
    </Suspense>
  );
  if (!wide) {
    return (
      <Sheet title={title} side="bottom" onClose={onClose}>
        {shown}
      </Sheet>
    );
  }
  return (
    <aside className={styles.panel} aria-label={title}>
      {shown}
    </aside>
  );
}
