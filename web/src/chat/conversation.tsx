import { useMemo, useState } from 'react';
import { useInfo } from '../api/queries.js';
import { PreviewPanel } from '../previews/preview-panel.js';
import type { PreviewItem } from '../previews/props.js';
import { runStore, useTurns, type Turn } from '../run/run-store.js';
import { isRunning } from '../run/run-view.js';
import { href, navigate } from '../shell/route.js';
import { Sheet } from '../ui/sheet.js';
import { useMedia } from '../ui/use-media.js';
import { ChatHead } from './chat-head.js';
import { Composer } from './composer.js';
import { contextOf, subjectOf } from './contexts.js';
import { ModelBanner } from './model-banner.js';
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
  const place = usePlace(turns, query);
  const [opened, setOpened] = useState<string | null>();
  const wide = useMedia('(min-width: 75rem)');
  const previews = useMemo(() => turns.flatMap(previewsOf), [turns]);
  // Where there is room the newest preview is shown by itself; elsewhere it would cover the chat.
  const shown = opened === undefined && wide ? previews.at(-1)?.data.preview_id : opened;
  const preview = previews.find(({ data }) => data.preview_id === shown);
  const running = turns.find(({ view }) => isRunning(view));

  const send = (message: string) => {
    const context = contextOf(place.contextType, place.subjectId);
    setOpened(undefined);
    runStore.send({ message, context_type: place.contextType, context, conversation_id: id });
    if (isNew) navigate(href('chat', [id]), { replace: true });
  };
  return (
    <div className={styles.layout}>
      <section className={styles.chat} aria-label="Chat">
        <ChatHead place={place} locked={turns.length > 0} />
        <ModelBanner />
        <TurnList
          turns={turns}
          contextType={place.contextType}
          openPreview={preview?.data.preview_id}
          onOpenPreview={setOpened}
          onSend={send}
        />
        <Composer
          contextType={place.contextType}
          onSend={send}
          running={running}
          onStop={() => running && void runStore.stop(id, running.key)}
        />
      </section>
      <PreviewBeside item={preview} wide={wide} onClose={() => setOpened(null)} />
    </div>
  );
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

/** Which agent is talked to, and what is open beside the chat. */
export interface Place {
  contextType: string;
  subjectId: string;
  setContextType: (value: string) => void;
  setSubjectId: (value: string) => void;
}

/** From the address, from what was said last, else the server's first agent. */
function usePlace(turns: readonly Turn[], query: URLSearchParams): Place {
  const agents = useInfo().data?.agents;
  const last = turns.at(-1)?.request;
  const [chosen, setChosen] = useState<string>();
  const [subject, setSubject] = useState<string>();
  const contextType =
    chosen ?? last?.context_type ?? query.get('context') ?? agents?.[0]?.context_type ?? 'workflow';
  const key = subjectOf(contextType)?.key ?? '';
  const spoken = last?.context[key];
  return {
    contextType,
    subjectId: subject ?? (typeof spoken === 'string' ? spoken : (query.get(key) ?? '')),
    setContextType: (value) => {
      setChosen(value);
      setSubject('');
    },
    setSubjectId: setSubject,
  };
}

function previewsOf({ view }: Turn): PreviewItem[] {
  return view.items.filter(
    (item) => item.kind === 'workflow_preview' || item.kind === 'table_config_preview',
  );
}
