import { useEffect, useMemo, useState } from 'react';
import { useConversation } from '../api/queries.js';
import { PreviewPanel } from '../previews/preview-panel.js';
import type { PreviewItem } from '../previews/props.js';
import { runStore, useTurns, type Turn } from '../run/run-store.js';
import { isRunning } from '../run/run-view.js';
import { href, navigate } from '../shell/route.js';
import { FailedQuery } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import { useMedia } from '../ui/use-media.js';
import { ChatHead } from './chat-head.js';
import { Composer } from './composer.js';
import { ContextChips } from './context-chips.js';
import { usePlace } from './place.js';
import { TurnList } from './turn-list.js';
import styles from './conversation.module.css';

/** One conversation: what was said, the box to say more, and beside it the preview that is looked at. */
export function Conversation({
  id,
  isNew,
  query,
}: {
  id: string;
  isNew: boolean;
  query: URLSearchParams;
}) {
  const turns = useTurns(id);
  const earlier = useEarlier(id, isNew);
  const begunWith = earlier.data?.context_type ?? turns.at(-1)?.request.context_type;
  const place = usePlace(id, isNew, begunWith, query);
  const wide = useMedia('(min-width: 75rem)');
  const { preview, setOpened } = useShownPreview(turns, wide);
  const running = turns.find(({ view }) => isRunning(view));

  const send = (message: string) => {
    const { contextType, context } = place;
    setOpened(undefined);
    runStore.send({ message, context_type: contextType, context, conversation_id: id });
    if (isNew) navigate(href('chat', [id], Object.fromEntries(query)), { replace: true });
  };
  return (
    <div className={styles.layout}>
      <section className={styles.chat} aria-label="Chat">
        <ChatHead place={place} locked={!isNew} />
        {earlier.isError && turns.length === 0 && (
          <FailedQuery error={earlier.error} again={earlier.refetch} />
        )}
        <TurnList
          turns={turns}
          contextType={place.contextType}
          openPreview={preview?.data.preview_id}
          onOpenPreview={setOpened}
          onSend={send}
        />
        <Composer
          onSend={send}
          running={running}
          onStop={() => running && void runStore.stop(id, running.key)}
        >
          <ContextChips place={place} />
        </Composer>
      </section>
      <PreviewBeside item={preview} wide={wide} onClose={() => setOpened(null)} />
    </div>
  );
}

/** Reads what was said before; what is said here is known by its events. */
function useEarlier(id: string, isNew: boolean) {
  const [begunHere] = useState(isNew);
  const earlier = useConversation(id, !begunHere);
  const { data } = earlier;
  useEffect(() => {
    if (data !== undefined) runStore.load(data);
  }, [data]);
  return earlier;
}

/** The preview the user has opened; where there is room the newest one until then. */
function useShownPreview(turns: readonly Turn[], wide: boolean) {
  const [opened, setOpened] = useState<string | null>();
  const previews = useMemo(() => turns.flatMap(previewsOf), [turns]);
  // Where there is no room, it would cover the chat unasked.
  const shown = opened === undefined && wide ? previews.at(-1)?.data.preview_id : opened;
  return { preview: previews.find(({ data }) => data.preview_id === shown), setOpened };
}

/** The preview that is looked at: beside the chat where there is room, else over it. */
function PreviewBeside({
  item,
  wide,
  onClose,
}: {
  item: PreviewItem | undefined;
  wide: boolean;
  onClose: () => void;
}) {
  if (item === undefined) return null;
  const panel = <PreviewPanel key={item.data.preview_id} item={item} />;
  if (!wide) {
    return (
      <Sheet title="Preview" side="bottom" onClose={onClose}>
        {panel}
      </Sheet>
    );
  }
  return (
    <aside className={styles.panel} aria-label="Preview">
      {panel}
    </aside>
  );
}

function previewsOf({ view }: Turn): PreviewItem[] {
  return view.items.filter(
    (item) => item.kind === 'workflow_preview' || item.kind === 'table_config_preview',
  );
}
