import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FormRequest } from '../run/form-request.js';
import type { Turn } from '../run/run-store.js';
import { Announcer } from './announcer.js';
import type { BesideChat } from './beside.js';
import { ModelBanner } from './model-banner.js';
import type { Place } from './place.js';
import { TurnView } from './turn-view.js';
import { Welcome } from './welcome.js';
import { t } from '../texts/core.js';
import styles from './turn-list.module.css';

/** How near the end counts as being there, in pixels. */
const NEAR = 80;

/** All turns of a conversation; stays at its end while the reader is there. */
export function TurnList({
  turns,
  place,
  beside,
  onSend,
  onForm,
}: {
  turns: readonly Turn[];
  place: Place;
  beside: BesideChat;
  /** An agent may be named, who then answers this message. */
  onSend: (message: string, agent?: string) => void;
  /** Sends a form; undefined while another run answers. */
  onForm: ((form: FormRequest) => Promise<void>) | undefined;
}) {
  const { box, inner, isAway, onScroll, toEnd } = useEnd(turns);
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
        {turns.length === 0 && <Welcome place={place} onSend={onSend} />}
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} beside={beside} onSend={onSend} onForm={onForm} />
        ))}
      </div>
      {isAway && (
        <button type="button" className={`button ${styles.jump}`} onClick={toEnd}>
          <ArrowDown size={14} aria-hidden /> {t('Jump to latest')}
        </button>
      )}
      <Announcer view={turns.at(-1)?.view} />
    </div>
  );
}

/** Stays at the end of the messages until the reader scrolls up, and goes there with each message that is sent. */
function useEnd(turns: readonly Turn[]) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const place = useRef({ top: 0, atEnd: true });
  const [isAway, setAway] = useState(false);
  const last = turns.at(-1);
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
