import { ArrowDown } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { BranchTurn } from '../run/branches.js';
import type { FormRequest } from '../run/form-request.js';
import type { RunItem } from '../run/run-items.js';
import type { Turn } from '../run/run-store.js';
import { Announcer } from './announcer.js';
import type { BesideChat } from './beside.js';
import { ModelBanner } from './model-banner.js';
import type { Place } from './place.js';
import { TurnView, type Again } from './turn-view.js';
import { Welcome } from './welcome.js';
import { t } from '../texts/core.js';
import { lazyPart } from '../ui/lazy-part.js';
import styles from './conversation.module.css';

const NothingFits = lazyPart(() => import('./nothing-fits.js'));

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
  const sending = last?.view.status === 'sending' ? last.key : undefined;
  useEffect(() => {
    const node = box.current;
    if (node === null || inner.current === null) return undefined;
    const stay = () => {
      if (place.current.atEnd) node.scrollTop = node.scrollHeight;
    };
    const sizes = new ResizeObserver(stay);
    sizes.observe(inner.current);
    sizes.observe(node);
    return () => sizes.disconnect();
  }, []);
  const toEnd = () => {
    const node = box.current;
    if (node === null) return;
    place.current.atEnd = true;
    node.scrollTop = node.scrollHeight;
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
