import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
} from 'react';
import { useConversation, useConversations, useInfo, useSubjects } from '../api/queries.js';
import {
  branchInView,
  idOf,
  lastRunOf,
  type BranchTurn,
  type ChosenVersions,
} from '../run/branches.js';
import type { FormRequest } from '../run/run-items.js';
import { runStore, useTurns, type Turn } from '../run/run-store.js';
import { isRunning } from '../run/run-view.js';
import { href, navigate, useRoute } from '../shell/route.js';
import { SideBySide, useRoomBeside } from '../ui/beside.js';
import { FailedQuery } from '../ui/notice.js';
import { t } from '../texts/texts.js';
import { Beside, useBeside, type BesideChat } from './beside.js';
import { Composer, toMessageBox } from './composer.js';
import { ContextChips } from './context-chips.js';
import { usePlace, type Place, AUTO, subjectOf } from './place.js';
import { waitingQuestion } from './question.js';
import { TurnList } from './turn-list.js';
import type { Again } from './turn-view.js';
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
  const all = useTurns(id);
  const { branch, turns, onVersion, onAgain } = useBranch(all);
  const earlier = useEarlier(id, isNew, all);
  const place = usePlace(id, isNew, query);
  const wide = useRoomBeside();
  const { shown, beside } = useBeside(id, turns, wide);
  const close = useClose(beside, wide);
  const running = all.find(({ view }) => isRunning(view));

  const { send, again, sendForm } = useSending(id, isNew, query, place, {
    branch,
    hasBranches: branch.length < all.length,
    before: () => {
      if (shown?.kind !== 'panel') beside.reset();
    },
    onAgain,
  });
  return (
    <SideBySide>
      <section className={styles.chat} aria-label={t('Chat')}>
        <ChatHead place={place} />
        {earlier.isError && turns.length === 0 && (
          <FailedQuery error={earlier.error} again={earlier.refetch} />
        )}
        <TurnList
          branch={branch}
          place={place}
          beside={beside}
          onSend={send}
          onAgain={running ? undefined : again}
          onVersion={onVersion}
          onForm={running ? undefined : sendForm}
        />
        <NextMessage id={id} isNew={isNew} place={place} running={running} onSend={send} />
      </section>
      <Beside shown={shown} wide={wide} onClose={close} />
    </SideBySide>
  );
}

/** Closes what is beside the chat. The button that did is gone then; a dialog gives the focus back by itself. */
function useClose({ close }: BesideChat, wide: boolean) {
  return useStable(() => {
    close();
    if (wide) toMessageBox();
  });
}

/** The box for the next message, or for the answer to what a run asks. */
function NextMessage({
  running,
  place,
  ...box
}: Pick<ComponentProps<typeof Composer>, 'id' | 'isNew' | 'onSend'> & {
  running: Turn | undefined;
  place: Place;
}) {
  return (
    <Composer
      {...box}
      running={running}
      question={running && waitingQuestion(running.view.items)}
      onStop={() => running && void runStore.stop(box.id, running.key)}
    >
      <ContextChips place={place} />
    </Composer>
  );
}

/** The branch in view: the newest, until another version of a message is looked at. */
function useBranch(all: readonly Turn[]) {
  const [chosen, choose] = useState<ChosenVersions>(NEWEST);
  const branch = useMemo(() => branchInView(all, chosen), [all, chosen]);
  const turns = useMemo(() => branch.map(({ turn }) => turn), [branch]);
  const before = (turn: Turn) => turns[turns.indexOf(turn) - 1]?.key ?? '';
  const onVersion = useStable((turn: Turn, version: Turn) =>
    choose(new Map([...chosen, [before(turn), version.key]])),
  );
  // Said again, it has a newest version, which is looked at.
  const onAgain = useStable((turn: Turn) =>
    choose(new Map([...chosen].filter(([place]) => place !== before(turn)))),
  );
  return { branch, turns, onVersion, onAgain };
}

const NEWEST: ChosenVersions = new Map();

/** Sends messages at the end of the branch in view or as another version of an earlier one, and forms; `before` is done before a message. */
function useSending(
  id: string,
  isNew: boolean,
  query: URLSearchParams,
  place: Place,
  {
    branch,
    hasBranches,
    before,
    onAgain,
  }: {
    branch: readonly BranchTurn[];
    hasBranches: boolean;
    before: () => void;
    onAgain: (turn: Turn) => void;
  },
) {
  const { contextType, context } = place;
  const last = branch.at(-1)?.turn;
  const after = last === undefined ? null : idOf(last);
  // Where nothing branches off, the end is the end for the server too.
  const atEnd = hasBranches ? { after_run_id: lastRunOf(branch) } : {};
  const send = useStable((message: string, agent?: string, attachments: readonly string[] = []) => {
    before();
    const taken = attachments.length === 0 ? {} : { attachments: [...attachments] };
    const answeredBy = { context_type: agent ?? contextType, context };
    runStore.send({ message, ...answeredBy, conversation_id: id, ...taken, ...atEnd }, after);
    toMessageBox();
    if (isNew) navigate(href('chat', [id], Object.fromEntries(query)), { replace: true });
  });
  const again = useStable((turn: Turn, { agent, message }: Again) => {
    const { request, after: place } = turn;
    before();
    onAgain(turn);
    const more = { message: message ?? request.message, context_type: agent ?? contextType };
    const at = branch.findIndex((one) => one.turn === turn);
    runStore.send({ ...request, ...more, after_run_id: lastRunOf(branch, at) }, place);
    toMessageBox();
  });
  const sendForm = useStable((form: FormRequest) => {
    const request = { context_type: contextType, context, conversation_id: id, ...atEnd };
    return runStore.sendForm(form, request, after);
  });
  return { send, again, sendForm };
}

/** A function that stays the same and does what the newest one does; for events, not while drawing. */
function useStable<A extends unknown[], R>(newest: (...given: A) => R): (...given: A) => R {
  const last = useRef(newest);
  useLayoutEffect(() => {
    last.current = newest;
  });
  return useCallback((...given: A) => last.current(...given), []);
}

/** Reads what was said before, and what is said elsewhere meanwhile; what is said here is known by its events. */
function useEarlier(id: string, isNew: boolean, turns: readonly Turn[]) {
  const [begunHere] = useState(isNew);
  const newest = useConversations().data?.items.find((one) => one.id === id)?.last_run_id;
  const isKnown =
    newest === undefined ||
    turns.some(({ view }) => view.status === 'sending' || view.runId === newest);
  const [readsAll, readAll] = useState(!begunHere);
  if (!isKnown && !readsAll) readAll(true);
  const earlier = useConversation(id, readsAll);
  const { data, refetch } = earlier;
  useEffect(() => {
    if (!isKnown && readsAll) void refetch();
  }, [isKnown, readsAll, newest, refetch]);
  useEffect(() => {
    if (data !== undefined) runStore.load(data);
  }, [data]);
  return earlier;
}

/** Who answers the next message, which the server finds out unless the user says, and what is open. */
function ChatHead({ place }: { place: Place }) {
  const { data } = useInfo();
  const agents = data?.agents ?? [];
  return (
    <header className={styles.head}>
      <h1 className="visually-hidden">{t('Chat')}</h1>
      <label className={styles.label}>
        <span className="visually-hidden">{t('Agent')}</span>
        <select
          className="field"
          value={place.contextType}
          onChange={(event) => place.setContextType(event.target.value)}
        >
          {agents.length !== 1 && <option value={AUTO}>{t('Auto')}</option>}
          {agents.length === 0 && place.contextType !== AUTO && (
            <option value={place.contextType}>{place.contextType}</option>
          )}
          {agents.map(({ context_type, title }) => (
            <option key={context_type} value={context_type}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <SubjectSelect place={place} />
    </header>
  );
}

function SubjectSelect({ place }: { place: Place }) {
  const subject = subjectOf(place.contextType);
  const { data, isError } = useSubjects(subject?.path);
  if (subject === undefined) return null;
  const items = data?.items ?? [];
  const known = place.subjectId === '' || items.some(({ id }) => id === place.subjectId);
  return (
    <label className={styles.label}>
      <span className="visually-hidden">{subject.label}</span>
      <select
        className="field"
        value={place.subjectId}
        onChange={(event) => place.setSubjectId(event.target.value)}
      >
        <option value="">{isError ? t('The list could not be loaded') : subject.none}</option>
        {!known && <option value={place.subjectId}>{place.subjectId}</option>}
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The conversation that the address names, or a new one that gets its address with its first message. */
export function ChatPage() {
  const { view, path, query } = useRoute();
  const [fresh, setFresh] = useState(() => crypto.randomUUID());
  const named = path[0];
  // Once the new conversation has its address, the next new one needs another id.
  if (named === fresh) setFresh(crypto.randomUUID());
  const id = named ?? fresh;
  // While the view that it is left for is loaded, the address is no longer the chat's.
  if (view !== 'chat') return null;
  return <Conversation key={id} id={id} isNew={named === undefined} query={query} />;
}
