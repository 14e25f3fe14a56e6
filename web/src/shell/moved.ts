import { useSyncExternalStore } from 'react';
import { navigate } from './route.js';

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
export function forgetMove(): void {
  setMoved(undefined);
}

/** The last move that an agent made, until it is forgotten. */
export function useMoved(): Moved | undefined {
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
