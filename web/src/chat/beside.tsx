import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { findingsOf } from '../plugins/law/findings.js';
import type { SiteMap } from '../plugins/documents/maps/sites.js';
import { PreviewPanel } from '../changes/preview-panel.js';
import type { PreviewItem } from '../changes/props.js';
import { runStore, type Turn } from '../run/run-store.js';
import { moveTo } from '../shell/moved.js';
import { Sheet } from '../ui/sheet.js';
import { moveOf } from './page-move.js';
import type { DocumentPlace } from './sources.js';
import styles from './conversation.module.css';

const DocumentPanel = lazy(() => import('../plugins/documents/document-panel.js'));
const MapPanel = lazy(() => import('../plugins/documents/maps/map-panel.js'));
const FindingsPanel = lazy(() => import('../plugins/law/findings-panel.js'));

/** What is looked at beside the chat; a document or a map also with the reason of the agent that opened it. */
export type Shown =
  | { kind: 'preview'; item: PreviewItem }
  | { kind: 'document'; place: DocumentPlace; reason?: string }
  | { kind: 'map'; map: SiteMap; reason?: string }
  | { kind: 'findings'; turn: Turn };

type Opened =
  { previewId: string } | { findingsOf: string } | Extract<Shown, { kind: 'document' | 'map' }>;

/** What is opened beside the chat, and the ways to open something else. */
export type BesideChat = ReturnType<typeof useBeside>;

/** What is opened beside the chat: what the user or the agent has opened; where there is room, the newest preview or findings until then. */
export function useBeside(conversationId: string, turns: readonly Turn[], wide: boolean) {
  const [opened, setOpened] = useState<Opened | null>();
  const previews = useMemo(() => turns.flatMap(previewsOf), [turns]);
  useEffect(
    () =>
      runStore.onMove((id, action) => {
        const move = id === conversationId ? moveOf(action) : undefined;
        if (move === undefined) return;
        if ('to' in move) moveTo(move.to, action.reason);
        else if ('map' in move) setOpened({ kind: 'map', map: move.map, reason: action.reason });
        else setOpened({ kind: 'document', place: move.document, reason: action.reason });
      }),
    [conversationId],
  );
  return {
    shown: shownOf(opened, turns, previews, wide),
    openPreview: (previewId: string) => setOpened({ previewId }),
    openFindings: (turnKey: string) => setOpened({ findingsOf: turnKey }),
    openDocument: (place: DocumentPlace) => setOpened({ kind: 'document', place }),
    openMap: (map: SiteMap) => setOpened({ kind: 'map', map }),
    close: () => setOpened(null),
    /** Back to what is shown when nothing was opened. */
    reset: () => setOpened(undefined),
  };
}

function shownOf(
  opened: Opened | null | undefined,
  turns: readonly Turn[],
  previews: readonly PreviewItem[],
  wide: boolean,
): Shown | undefined {
  if (opened === null) return undefined;
  // Where there is no room, the newest would cover the chat unasked.
  if (opened === undefined) return wide ? newest(turns, previews) : undefined;
  if ('kind' in opened) return opened;
  if ('findingsOf' in opened) {
    const turn = turns.find(({ key }) => key === opened.findingsOf);
    return turn === undefined ? undefined : { kind: 'findings', turn };
  }
  const item = previews.find(({ data }) => data.preview_id === opened.previewId);
  return item === undefined ? undefined : { kind: 'preview', item };
}

function newest(turns: readonly Turn[], previews: readonly PreviewItem[]): Shown | undefined {
  const item = previews.at(-1);
  if (item !== undefined) return { kind: 'preview', item };
  const turn = turns.findLast(({ view }) => findingsOf(view).length > 0);
  return turn === undefined ? undefined : { kind: 'findings', turn };
}

/** What is looked at: beside the chat where there is room, else over it. */
export function Beside({
  shown,
  wide,
  onClose,
}: {
  shown: Shown | undefined;
  wide: boolean;
  onClose: () => void;
}) {
  if (shown === undefined) return null;
  const title = TITLES[shown.kind];
  const panel = (
    <Suspense fallback={<p className="quiet small">Opening…</p>}>
      <Panel shown={shown} {...(wide ? { onClose } : { under: title })} />
    </Suspense>
  );
  if (!wide) {
    return (
      <Sheet title={title} side="bottom" onClose={onClose}>
        {panel}
      </Sheet>
    );
  }
  return (
    <aside className={styles.panel} aria-label={title}>
      {panel}
    </aside>
  );
}

const TITLES = {
  preview: 'Preview',
  document: 'Document',
  map: 'Map',
  findings: 'What was found',
} as const;

function Panel({ shown, ...frame }: { shown: Shown; onClose?: () => void; under?: string }) {
  switch (shown.kind) {
    case 'preview':
      return <PreviewPanel key={shown.item.data.preview_id} item={shown.item} />;
    case 'document':
      return <DocumentPanel {...shown} {...frame} />;
    case 'map':
      return <MapPanel {...shown} {...frame} />;
    case 'findings': {
      const { key, view, request } = shown.turn;
      return <FindingsPanel key={key} view={view} question={request.message} {...frame} />;
    }
  }
}

function previewsOf({ view }: Turn): PreviewItem[] {
  return view.items.filter(
    (item) => item.kind === 'workflow_preview' || item.kind === 'table_config_preview',
  );
}
