import { X } from 'lucide-react';
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
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
    <WidePanel title={title} ownClose={ownClose} onClose={onClose}>
      {content}
    </WidePanel>
  );
}

function WidePanel({
  title,
  ownClose,
  onClose,
  children,
}: {
  title: string;
  ownClose: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEscape(panel, onClose);
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
      {!ownClose && (
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

/** Escape closes the panel, except in a field of it, whose text would be lost; the focus does not go with it. */
function useEscape(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { activeElement: at } = document;
      const isInside = panel.current?.contains(at) ?? false;
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (isInside && at?.matches('input, select, textarea')) return;
      if (isInside) document.getElementById('content')?.focus({ preventScroll: true });
      onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel, onClose]);
}
