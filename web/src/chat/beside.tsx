import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { PreviewPanel } from '../previews/preview-panel.js';
import type { PreviewItem } from '../previews/props.js';
import { runStore, type Turn } from '../run/run-store.js';
import { moveTo } from '../shell/moved.js';
import { Sheet } from '../ui/sheet.js';
import { moveOf } from './page-move.js';
import type { DocumentPlace } from './sources.js';
import styles from './conversation.module.css';

const DocumentPanel = lazy(() => import('../documents/document-panel.js'));

/** What is looked at beside the chat; a document also with the reason of the agent that opened it. */
export type Shown =
  | { kind: 'preview'; item: PreviewItem }
  | { kind: 'document'; place: DocumentPlace; reason?: string };

type Opened = { previewId: string } | Extract<Shown, { kind: 'document' }>;

/** What is opened beside the chat: what the user or the agent has opened; where there is room, the newest preview until then. */
export function useBeside(conversationId: string, turns: readonly Turn[], wide: boolean) {
  const [opened, setOpened] = useState<Opened | null>();
  const previews = useMemo(() => turns.flatMap(previewsOf), [turns]);
  useEffect(
    () =>
      runStore.onMove((id, action) => {
        const move = id === conversationId ? moveOf(action) : undefined;
        if (move === undefined) return;
        if ('to' in move) moveTo(move.to, action.reason);
        else setOpened({ kind: 'document', place: move.document, reason: action.reason });
      }),
    [conversationId],
  );
  return {
    shown: shownOf(opened, previews, wide),
    openPreview: (previewId: string) => setOpened({ previewId }),
    openDocument: (place: DocumentPlace) => setOpened({ kind: 'document', place }),
    close: () => setOpened(null),
    /** Back to what is shown when nothing was opened. */
    reset: () => setOpened(undefined),
  };
}

function shownOf(
  opened: Opened | null | undefined,
  previews: readonly PreviewItem[],
  wide: boolean,
): Shown | undefined {
  if (opened !== undefined && opened !== null && 'kind' in opened) return opened;
  // Where there is no room, the newest would cover the chat unasked.
  const id = opened === undefined && wide ? previews.at(-1)?.data.preview_id : opened?.previewId;
  const item = previews.find(({ data }) => data.preview_id === id);
  return item === undefined ? undefined : { kind: 'preview', item };
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
  const title = shown.kind === 'preview' ? 'Preview' : 'Document';
  const panel =
    shown.kind === 'preview' ? (
      <PreviewPanel key={shown.item.data.preview_id} item={shown.item} />
    ) : (
      <Suspense fallback={<p className="quiet small">Opening the document…</p>}>
        <DocumentPanel {...shown} {...(wide ? { onClose } : {})} />
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

function previewsOf({ view }: Turn): PreviewItem[] {
  return view.items.filter(
    (item) => item.kind === 'workflow_preview' || item.kind === 'table_config_preview',
  );
}
