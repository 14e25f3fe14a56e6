import { Compass, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '../texts/texts.js';
import { useHash, navigate } from './route.js';
import styles from './shell.module.css';

/** Over a view that an agent has brought the user to: why, and the way back. */
export function MovedBar() {
  const moved = useMoved();
  const hash = useHash();
  const isHere = moved !== undefined && hash === moved.to;
  return (
    <div role="status" className={styles.place}>
      {isHere && (
        <div className={styles.movedBar}>
          <Compass size={15} aria-hidden />
          <p>{t('The agent brought you here: {reason}', { reason: moved.reason })}</p>
          <a className="button" href={moved.back} onClick={forgetMove}>
            {t('Back to the chat')}
          </a>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Stay here')}
            title={t('Stay here')}
            onClick={forgetMove}
          >
            <X size={15} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}

/** A move of the page that an agent made: why, where to, and where the user was. */
export interface Moved {
  reason: string;
  to: string;
  back: string;
}

let moved: Moved | undefined;
const listeners = new Set<() => void>();

/** Goes to another view because an agent asked for it, and remembers the way back. */
export function moveTo(to: string, reason: string): void {
  setMoved({ reason, to, back: location.hash });
  navigate(to);
}

/** Forgets the last move. */
function forgetMove(): void {
  setMoved(undefined);
}

/** The last move that an agent made, until it is forgotten. */
function useMoved(): Moved | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => moved,
  );
}

function setMoved(to: Moved | undefined): void {
  moved = to;
  for (const listener of listeners) listener();
}
