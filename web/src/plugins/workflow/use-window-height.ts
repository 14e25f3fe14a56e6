import { useSyncExternalStore } from 'react';

/** The height of the window in pixels, also as it changes. */
export function useWindowHeight(): number {
  return useSyncExternalStore(subscribe, () => innerHeight);
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
