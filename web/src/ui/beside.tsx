import { X } from 'lucide-react';
import { Suspense, useRef, type ReactNode } from 'react';
import { t } from '../texts/core.js';
import styles from './beside.module.css';
import { PanelEdge, usePanelWidth } from './panel-width.js';
import { Sheet } from './sheet.js';
import { useMedia } from './use-media.js';
import { useWidth } from './use-width.js';

/** True where there is room for something beside something else. */
export function useRoomBeside(): boolean {
  return useMedia('(min-width: 75rem)');
}

/** Two things side by side: what is worked with, and what is looked at. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={styles.layout}>{children}</div>;
}

/** What is looked at: beside the other where there is room, else over it. */
export function BesideFrame({
  title,
  wide,
  ownClose = false,
  onClose,
  children,
}: {
  title: string;
  wide: boolean;
  /** What is in it has its own way to be closed. */
  ownClose?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const content = (
    <Suspense fallback={<p className="quiet small">{t('Opening…')}</p>}>{children}</Suspense>
  );
  if (!wide) {
    return (
      <Sheet title={title} side="bottom" onClose={onClose}>
        {content}
      </Sheet>
    );
  }
  return (
    <WidePanel title={title} {...(ownClose ? {} : { onClose })}>
      {content}
    </WidePanel>
  );
}

function WidePanel({
  title,
  onClose,
  children,
}: {
  title: string;
  /** Absent where what is in it has its own way to be closed. */
  onClose?: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  const { width, setWidth } = usePanelWidth();
  const drawn = useWidth(panel);
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={title}
      {...(width === undefined ? {} : { style: { width } })}
    >
      <PanelEdge width={width ?? drawn} onWidth={setWidth} />
      {onClose !== undefined && (
        <button
          type="button"
          className={`icon-button ${styles.close}`}
          aria-label={t('Close the panel')}
          title={t('Close the panel')}
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </button>
      )}
      {children}
    </aside>
  );
}
