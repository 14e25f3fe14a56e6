import { useEffect, useRef } from 'react';
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
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const node = box.current;
    if (node !== null && atEnd.current) node.scrollTop = node.scrollHeight;
  }, [turns]);
  const onScroll = () => {
    const node = box.current;
    if (node === null) return;
    atEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
  };
  return (
    <div
      ref={box}
      className={styles.list}
      onScroll={onScroll}
      tabIndex={0}
      role="region"
      aria-label={t('Messages')}
    >
      <div className={styles.inner}>
        <ModelBanner />
        {turns.length === 0 && <Welcome place={place} onSend={onSend} />}
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} beside={beside} onSend={onSend} onForm={onForm} />
        ))}
      </div>
      <Announcer view={turns.at(-1)?.view} />
    </div>
  );
}
