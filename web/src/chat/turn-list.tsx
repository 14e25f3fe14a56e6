import { ArrowDown, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { BranchTurn } from '../run/branches.js';
import type { FormRequest, RunItem } from '../run/run-items.js';
import type { Turn } from '../run/run-store.js';
import { t } from '../texts/texts.js';
import { lazyPart } from '../ui/lazy-part.js';
import { answerOf, isRunning, type RunView } from '../run/run-view.js';
import { useInfo } from '../api/queries.js';
import type { ServerInfo } from '../api/client.js';
import { Notice } from '../ui/notice.js';
import type { BesideChat } from './beside.js';
import type { Place } from './place.js';
import { TurnView, type Again } from './turn-view.js';
import { NothingFits, Welcome } from './welcome.js';
import { messageOfStep } from './timeline-items.js';
import styles from './conversation.module.css';

/** How near the end counts as being there, in pixels. */
const NEAR = 80;

/** All turns of a conversation; stays at its end while the reader is there. */
export function TurnList({
  branch,
  place,
  beside,
  onSend,
  ...ways
}: {
  branch: readonly BranchTurn[];
  place: Place;
  beside: BesideChat;
  onSend: (message: string) => void;
  /** Says a turn's message again, perhaps otherwise or to another agent; undefined while a run answers. */
  onAgain: ((turn: Turn, how: Again) => void) | undefined;
  /** Looks at another version of a turn. */
  onVersion: (turn: Turn, version: Turn) => void;
  /** Sends a form; undefined while another run answers. */
  onForm: ((form: FormRequest) => Promise<void>) | undefined;
}) {
  const { box, inner, isAway, onScroll, toEnd } = useEnd(branch.at(-1)?.turn);
  return (
    <div
      ref={box}
      className={styles.list}
      onScroll={onScroll}
      tabIndex={0}
      role="region"
      aria-label={t('Messages')}
    >
      <div ref={inner} className={styles.inner}>
        <ModelBanner />
        {branch.length === 0 && <Welcome place={place} onSend={onSend} />}
        {branch.map(({ turn, versions }) => (
          <TurnView
            key={turn.key}
            turn={turn}
            beside={beside}
            earlier={versions[versions.indexOf(turn) - 1]}
            later={versions[versions.indexOf(turn) + 1]}
            version={versions.length > 1 ? `${versions.indexOf(turn) + 1}/${versions.length}` : ''}
            {...ways}
          />
        ))}
        <Instead turn={branch.at(-1)?.turn} onSend={onSend} />
      </div>
      {isAway && (
        <button type="button" className={`button ${styles.jump}`} onClick={toEnd}>
          <ArrowDown size={14} aria-hidden /> {t('Jump to latest')}
        </button>
      )}
      <Announcer view={branch.at(-1)?.turn.view} />
    </div>
  );
}

/** What can be asked instead, under a last answer that is text alone, and of a search that found nothing. */
function Instead({ turn, onSend }: { turn: Turn | undefined; onSend: (message: string) => void }) {
  const { status, items, citations } = turn?.view ?? { items: [], citations: [] };
  const isTextAlone =
    citations.length === 0 &&
    items.every((item) => item.kind === 'text' || item.kind === 'agent' || isSearch(item));
  if (turn === undefined || status !== 'done' || !isTextAlone) return null;
  return (
    <Suspense fallback={null}>
      <NothingFits turn={turn} onSend={onSend} />
    </Suspense>
  );
}

/** A step that an agent of texts tells of, or that it found nothing to cite. */
function isSearch(item: RunItem): boolean {
  if (item.kind === 'other') return item.event === 'answer_without_sources';
  return item.kind === 'step' && item.reasoning !== undefined;
}

/** Stays at the end of the messages until the reader scrolls up, and goes there with each message that is sent. */
function useEnd(last: Turn | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const place = useRef({ top: 0, atEnd: true });
  const [isAway, setAway] = useState(false);
  const isEmpty = last === undefined;
  const sending = last?.view.status === 'sending' ? last.key : undefined;
  useEffect(() => {
    const node = box.current;
    if (node === null || inner.current === null) return undefined;
    if (isEmpty) {
      // A welcome is read from its beginning.
      place.current = { top: 0, atEnd: true };
      node.scrollTop = 0;
      return undefined;
    }
    const stay = () => {
      if (place.current.atEnd) goToEnd(node, place.current);
    };
    const sizes = new ResizeObserver(stay);
    sizes.observe(inner.current);
    sizes.observe(node);
    return () => sizes.disconnect();
  }, [isEmpty]);
  const toEnd = () => {
    const node = box.current;
    if (node === null) return;
    place.current.atEnd = true;
    goToEnd(node, place.current);
    setAway(false);
    // The button that was pressed is gone.
    if (document.activeElement?.parentElement === node) node.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (sending !== undefined) toEnd();
  }, [sending]);
  const onScroll = () => {
    const node = box.current;
    if (node === null) return;
    const isNear = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
    // What is written meanwhile makes the way to the end longer; only the reader goes up.
    const atEnd = isNear || (place.current.atEnd && node.scrollTop >= place.current.top);
    place.current = { top: node.scrollTop, atEnd };
    setAway(!atEnd);
  };
  return { box, inner, isAway, onScroll, toEnd };
}

/** Where that is counts as read: what becomes shorter moves it up too, and then no reader went there. */
function goToEnd(node: HTMLElement, place: { top: number }) {
  node.scrollTop = node.scrollHeight;
  place.top = node.scrollTop;
}

/** How long words stay to be read out, in milliseconds; what stays would be met again by who browses. */
const STAYS_MS = 10_000;

/**
 * Reads the newest run to people who do not see it: what it does in few words, and its answer once it
 * is whole, as text that comes in pieces is read out in pieces.
 */
function Announcer({ view }: { view: RunView | undefined }) {
  const running = view !== undefined && isRunning(view);
  const [wasRunning, setWasRunning] = useState(running);
  const [answer, setAnswer] = useState('');
  if (wasRunning !== running) {
    setWasRunning(running);
    setAnswer(running || view === undefined ? '' : answerOf(view));
  }
  useEffect(() => {
    if (answer === '') return undefined;
    const timer = setTimeout(() => setAnswer(''), STAYS_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <p className="visually-hidden" role="status">
      {running ? doing(view) : answer}
    </p>
  );
}

function doing({ items }: RunView): string {
  const step = items.findLast((item) => item.kind === 'step');
  if (step === undefined) return t('Working');
  return messageOfStep(step)?.message ?? t('Using {name}', { name: step.name });
}

const ConnectModel = lazyPart(() => import('../model/connect-model.js'));

const HIDDEN = 'sextant.banner-hidden';

/** Says which model and embedder answer when they are not the best there is, and how to connect better ones. */
function ModelBanner() {
  const { data } = useInfo();
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN) === 'yes');
  const [isOpen, setOpen] = useState(false);
  if (data === undefined || hidden) return null;
  // While somebody connects a model, what came of it is still to be read.
  const words = wordsFor(data) ?? (isOpen ? answering(data) : undefined);
  if (words === undefined) return null;
  return (
    <div className={styles.banner}>
      <Notice tone={words.tone}>
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{words.summary}</summary>
          {isOpen && (
            <Suspense fallback={null}>
              <ConnectModel />
            </Suspense>
          )}
        </details>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Dismiss')}
          onClick={() => {
            sessionStorage.setItem(HIDDEN, 'yes');
            setHidden(true);
          }}
        >
          <X size={14} aria-hidden />
        </button>
      </Notice>
    </div>
  );
}

function wordsFor({ model, embedder }: ServerInfo) {
  if (embedder.state === 'down') {
    const summary = t(
      'The embedder does not respond, so all tools of an agent are offered. {answers}',
      { answers: answers(model) },
    );
    return { tone: 'warn' as const, summary };
  }
  if (!isBuiltIn(model) && embedder.state === 'ok') return undefined;
  const summary =
    embedder.state === 'off'
      ? t('{answers} Without an embedder, all tools of an agent are offered.', {
          answers: answers(model),
        })
      : answers(model);
  return { tone: 'info' as const, summary };
}

function isBuiltIn({ provider }: Pick<ServerInfo['model'], 'provider'>): boolean {
  return provider === 'none';
}

function answering({ model }: ServerInfo) {
  return { tone: 'info' as const, summary: answers(model) };
}

function answers({ provider, model }: ServerInfo['model']): string {
  return isBuiltIn({ provider })
    ? t('No language model is connected: connect one here.')
    : t('{model} ({provider}) answers.', { model, provider });
}
