import { ArrowUp, Square } from 'lucide-react';
import {
  Suspense,
  useEffect,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { messageOf, postJson } from '../api/client.js';
import { useRunningPlugins } from '../api/queries.js';
import { attachers } from '../registry/registry.js';
import type { Turn } from '../run/run-store.js';
import { t } from '../texts/texts.js';
import type { Attached, AttachProps } from '../registry/plugin.js';
import { writtenAnswer, type ShownQuestion } from './question.js';
import styles from './composer.module.css';

/** Goes on in the box, once what was used to get there is gone. Not on a touch screen, where the keyboard would cover the page. */
export function toMessageBox(): void {
  if (!matchMedia('(pointer: fine)').matches) return;
  document.getElementById('message')?.focus({ preventScroll: true });
}

/** What the server takes when it is not told otherwise (MAX_MESSAGE_CHARS). */
const LONGEST = 32_000;

/** The box for the next message; while a run continues its button stops that. */
export function Composer({
  id,
  isNew,
  running,
  question,
  onSend,
  onStop,
  children,
}: {
  /** The conversation's; a new one has it already. */
  id: string;
  isNew: boolean;
  running: Turn | undefined;
  /** What the run asks and waits for: what is written answers it. */
  question: ShownQuestion | undefined;
  onSend: (message: string, agent?: string, attachments?: readonly string[]) => void;
  onStop: () => void;
  /** What stands above the box: what the message takes along. */
  children?: ReactNode;
}) {
  const { text, setText } = useUnsent(isNew ? undefined : id);
  const [tray, setTray] = useState<HTMLElement | null>(null);
  const message = text.trim();
  const tooLong = message.length > LONGEST;
  const ready = message !== '' && !tooLong && running === undefined;
  const { onAttached, waitsFor, send } = useAttached((attached) => {
    if (!ready) return;
    setText('');
    if (attached.ids.length === 0) onSend(message);
    else onSend(message, attached.agent, attached.ids);
  });
  const isEarly = running !== undefined && message !== '';
  const answer = useAnswer(question, isEarly, () => setText(''));
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (ready) send();
    else if (message !== '') answer.send(message);
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      {children}
      <div ref={setTray} className={styles.tray} />
      <div className={styles.box}>
        <Attachers tray={tray} conversationId={id} onAttached={onAttached} />
        <MessageBox text={text} onText={setText} tooLong={tooLong} onSubmit={submit} />
        {running === undefined ? (
          <Send ready={ready} />
        ) : (
          <Stop running={running} onStop={onStop} />
        )}
      </div>
      <Hint length={message.length} waitsFor={waitsFor} answer={answer} />
    </form>
  );
}

function Attachers(props: AttachProps) {
  const plugins = useRunningPlugins();
  return (
    <Suspense>
      {attachers(plugins).map((Attach, index) => (
        <Attach key={index} {...props} />
      ))}
    </Suspense>
  );
}

function MessageBox({
  text,
  onText,
  tooLong,
  onSubmit,
}: {
  text: string;
  onText: (text: string) => void;
  tooLong: boolean;
  onSubmit: (event: KeyboardEvent) => void;
}) {
  useFocusedAtFirst();
  return (
    <>
      <label className="visually-hidden" htmlFor="message">
        {t('Message')}
      </label>
      <textarea
        id="message"
        rows={1}
        dir="auto"
        value={text}
        aria-invalid={tooLong}
        aria-describedby="message-hint"
        placeholder={t('Ask a question or describe a change')}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          // While an input method composes a word, Enter belongs to it.
          const sends = event.key === 'Enter' && !event.shiftKey;
          if (sends && !event.nativeEvent.isComposing) onSubmit(event);
        }}
      />
    </>
  );
}

/** The box has the focus once it is there: who comes wants to write. Not under a dialog. */
function useFocusedAtFirst() {
  useEffect(() => {
    if (document.querySelector('dialog[open]') === null) toMessageBox();
  }, []);
}

interface HintProps {
  length: number;
  waitsFor: readonly string[];
  answer: { hint: string; isBad: boolean };
}

function Hint({ length, waitsFor, answer }: HintProps) {
  const tooLong = length > LONGEST;
  return (
    <p
      id="message-hint"
      role="status"
      className={styles.hint}
      data-bad={tooLong || answer.isBad || undefined}
    >
      {tooLong
        ? t('A message can have up to {most} characters; this one has {length}.', {
            most: LONGEST,
            length,
          })
        : waitsFor.length > 0
          ? t('Sent as soon as it can be searched: {names}', { names: waitsFor.join(', ') })
          : answer.hint ||
            t('Changes are shown as previews. Nothing is saved until you accept it.')}
    </p>
  );
}

function Send({ ready }: { ready: boolean }) {
  return (
    <button type="submit" className={styles.send} aria-label={t('Send')} disabled={!ready}>
      <ArrowUp size={17} aria-hidden />
    </button>
  );
}

function Stop({ running, onStop }: { running: Turn; onStop: () => void }) {
  const label = running.stopping ? t('Stopping') : t('Stop');
  return (
    <button
      type="button"
      className={styles.send}
      aria-label={label}
      title={label}
      disabled={running.stopping === true}
      onClick={() => {
        onStop();
        toMessageBox();
      }}
    >
      <Square size={13} fill="currentColor" aria-hidden />
    </button>
  );
}

/** Answers the question that a run waits for with what is written; of a run that asks nothing it says that it has to end first. */
function useAnswer(question: ShownQuestion | undefined, isEarly: boolean, onSent: () => void) {
  const [problem, setProblem] = useState('');
  if (question === undefined) {
    const early = t('You can send this once the answer has ended, or when you stop it.');
    return { hint: isEarly ? early : '', isBad: false, send: () => undefined };
  }
  const how = t('The question above is answered by its buttons, or by what you write here.');
  const send = (text: string) => {
    const content = writtenAnswer(question, text);
    if (content === undefined) {
      setProblem(t('That is none of the choices of the question above.'));
      return;
    }
    const path = `/v1/agent/questions/${encodeURIComponent(question.question_id)}/answer`;
    postJson(path, { content }).then(
      () => {
        setProblem('');
        onSent();
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  return { hint: problem || how, isBad: problem !== '', send };
}

const NOTHING: Attached = { agent: undefined, ids: [], waiting: [], isRefused: false };

/**
 * What is attached to the box, and a message that waits for it: sent as soon as all of it can be searched, and not
 * sent when some of it is refused, so that the user decides.
 */
function useAttached(sendNow: (attached: Attached) => void) {
  const [attached, setAttached] = useState(NOTHING);
  const [waits, setWaits] = useState(false);
  return {
    /** The names of what a message waits for; empty when none waits. */
    waitsFor: waits ? attached.waiting : [],
    onAttached: (next: Attached) => {
      setAttached(next);
      if (!waits || next.waiting.length > 0) return;
      setWaits(false);
      if (!next.isRefused) sendNow(next);
    },
    send: () => (attached.waiting.length > 0 ? setWaits(true) : sendNow(attached)),
  };
}

const PREFIX = 'sextant.unsent.';

/** Of a chat that has no address yet: there is one such box in a tab. */
const NEW = 'new';

/**
 * The text in the box of a conversation. It is kept for this tab until it is sent or emptied, over
 * reloads and other views; `undefined` names a conversation that is new.
 */
function useUnsent(conversationId: string | undefined) {
  const key = PREFIX + (conversationId ?? NEW);
  const [text, setText] = useState(() => read(key));
  const write = (next: string) => {
    setText(next);
    keep(key, next);
  };
  return { text, setText: write };
}

/** Drops the text of a conversation that is deleted. */
export function forgetUnsent(conversationId: string): void {
  keep(PREFIX + conversationId, '');
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the text is in the box, and lost by a reload.
  }
}
