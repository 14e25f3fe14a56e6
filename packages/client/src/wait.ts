/** A browser's window, which is told when the network is back; elsewhere there is none. */
const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;

/** Resolves after `ms`, and earlier when the network is back or nobody waits any more. */
export function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      page.removeEventListener?.('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    page.addEventListener?.('online', done);
    signal.addEventListener('abort', done);
  });
}
