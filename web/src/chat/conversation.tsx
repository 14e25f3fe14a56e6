import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useConversation } from '../api/queries.js';
import type { FormRequest } from '../run/form-request.js';
import { runStore, useTurns } from '../run/run-store.js';
import { isRunning } from '../run/run-view.js';
import { href, navigate } from '../shell/route.js';
import { SideBySide, useRoomBeside } from '../ui/beside.js';
import { FailedQuery } from '../ui/notice.js';
import { Beside, useBeside } from './beside.js';
import { ChatHead } from './chat-head.js';
import { Composer } from './composer.js';
import { ContextChips } from './context-chips.js';
import { usePlace, type Place } from './place.js';
import { TurnList } from './turn-list.js';
import { t } from '../texts/core.js';
import styles from './conversation.module.css';

/** One conversation: what was said, the box to say more, and beside it the change or the panel that is looked at. */
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
  const place = usePlace(id, isNew, query);
  const wide = useRoomBeside();
  const { shown, beside } = useBeside(id, turns, wide);
  const close = useStable(() => {
    beside.close();
    // The button that closed it is gone; a dialog gives the focus back by itself.
    if (wide) document.getElementById('message')?.focus({ preventScroll: true });
  });
  const running = turns.find(({ view }) => isRunning(view));

  const { send, sendForm } = useSending(id, isNew, query, place, () => {
    if (shown?.kind !== 'panel') beside.reset();
  });
  return (
    <SideBySide>
      <section className={styles.chat} aria-label={t('Chat')}>
        <ChatHead place={place} />
        {earlier.isError && turns.length === 0 && (
          <FailedQuery error={earlier.error} again={earlier.refetch} />
        )}
        <TurnList
          turns={turns}
          place={place}
          beside={beside}
          onSend={send}
          onForm={running ? undefined : sendForm}
        />
        <Composer
          id={id}
          isNew={isNew}
          onSend={send}
          running={running}
          onStop={() => running && void runStore.stop(id, running.key)}
        >
          <ContextChips place={place} />
        </Composer>
      </section>
      <Beside shown={shown} wide={wide} onClose={close} />
    </SideBySide>
  );
}

/** Sends messages, and forms in their place; `before` is done before a message. */
function useSending(
  id: string,
  isNew: boolean,
  query: URLSearchParams,
  place: Place,
  before: () => void,
) {
  const { contextType, context } = place;
  const send = useStable((message: string, agent?: string, attachments: readonly string[] = []) => {
    before();
    const taken = attachments.length === 0 ? {} : { attachments: [...attachments] };
    const answeredBy = { context_type: agent ?? contextType, context };
    runStore.send({ message, ...answeredBy, conversation_id: id, ...taken });
    if (isNew) navigate(href('chat', [id], Object.fromEntries(query)), { replace: true });
  });
  const sendForm = useStable((form: FormRequest) =>
    runStore.sendForm(form, { context_type: contextType, context, conversation_id: id }),
  );
  return { send, sendForm };
}

/** A function that stays the same and does what the newest one does; for events, not while drawing. */
function useStable<A extends unknown[], R>(newest: (...given: A) => R): (...given: A) => R {
  const last = useRef(newest);
  useLayoutEffect(() => {
    last.current = newest;
  });
  return useCallback((...given: A) => last.current(...given), []);
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
