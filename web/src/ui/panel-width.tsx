import { type KeyboardEvent, type PointerEvent } from 'react';
import { useStored } from './use-stored.js';
import { t } from '../texts/core.js';
import styles from './beside.module.css';

/** How wide the panel can be, in pixels; what is beside it keeps {@link KEPT}. */
const LEAST = 320;
const KEPT = 560;
const STEP = 32;

/** The width the user gave the panel, kept in this browser; undefined: the layout's own. */
export function usePanelWidth() {
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
export function PanelEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
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
