import { X, ArrowLeft } from 'lucide-react';
import {
  Suspense,
  useEffect,
  useRef,
  type ReactNode,
  type RefObject,
  type KeyboardEvent as KeyPress,
  type PointerEvent,
} from 'react';
import { t } from '../texts/texts.js';
import { Sheet } from './sheet.js';
import { useMedia, useWidth, useStored } from './hooks.js';
import styles from './beside.module.css';

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

/** Escape closes the panel, except in a form of it, whose text would be lost; the focus does not go with it. */
function useEscape(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { activeElement: at } = document;
      const isInside = panel.current?.contains(at) ?? false;
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (isInside && at?.closest('form, input, select, textarea')) return;
      if (isInside) document.getElementById('content')?.focus({ preventScroll: true });
      onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel, onClose]);
}

/** How wide the panel can be, in pixels; what is beside it keeps {@link KEPT}. */
const LEAST = 320;
const KEPT = 560;
const STEP = 32;

/** The width the user gave the panel, kept in this browser; undefined: the layout's own. */
function usePanelWidth() {
  const [stored, store] = useStored('sextant.panel-width');
  const wished = Number(stored);
  const width = stored === null || !Number.isFinite(wished) ? undefined : within(wished);
  return { width, setWidth: (next: number) => store(String(within(next))) };
}

function most(): number {
  return Math.max(LEAST, innerWidth - KEPT);
}

function within(width: number): number {
  return Math.round(Math.min(most(), Math.max(LEAST, width)));
}

/** The edge of the panel: dragged, or moved with the arrow keys. */
function PanelEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const onKeyDown = (event: KeyPress) => {
    const moved = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: most(), End: LEAST };
    if (!Object.hasOwn(moved, event.key)) return;
    event.preventDefault();
    onWidth(moved[event.key as keyof typeof moved]);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const panel = event.currentTarget.parentElement;
    if (panel !== null) onWidth(panel.getBoundingClientRect().right - event.clientX);
  };
  return (
    <div
      role="separator"
      aria-label={t('Width of the panel')}
      aria-orientation="vertical"
      aria-valuemin={LEAST}
      aria-valuemax={most()}
      aria-valuenow={within(width)}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    />
  );
}

/** What every panel beside something takes: why it is there, and its own way to be closed. */
export interface SidePanelProps {
  /** The agent's, when it was the agent who opened it. */
  reason?: string;
  /** Absent where what holds the panel has its own way to close it. */
  onClose?: () => void;
  /** The title that already stands over it: it is not said a second time. */
  under?: string;
  /** What its own button to close it says. */
  back?: string;
}

/** Something looked at beside something else: a head that stays, and a body that scrolls. */
export function SidePanel({
  title,
  bodyLabel,
  bodyClass = '',
  links,
  head,
  reason,
  under,
  onClose,
  back = t('Back to the chat'),
  children,
}: SidePanelProps & {
  title: string;
  bodyLabel: string;
  /** Lays out the body, its padding included. */
  bodyClass?: string | undefined;
  /** Beside the button to close it. */
  links?: ReactNode;
  /** Under the title. */
  head?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className={styles.sidePanel} aria-label={title}>
      <header className={styles.head}>
        <div className={styles.ways}>
          {onClose !== undefined && (
            <button type="button" className="button quiet" onClick={onClose}>
              <ArrowLeft size={14} aria-hidden /> {back}
            </button>
          )}
          {links}
        </div>
        {title !== under && <h2>{title}</h2>}
        {head}
        {reason !== undefined && (
          <p role="status" className={styles.reason}>
            {t('Opened by the agent: {reason}', { reason })}
          </p>
        )}
      </header>
      <div
        className={`${styles.body} ${bodyClass}`}
        tabIndex={0}
        role="region"
        aria-label={bodyLabel}
      >
        {children}
      </div>
    </article>
  );
}
