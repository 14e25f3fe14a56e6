/** Calls `work` once after `ms`; the returned function prevents it. Injected so that tests never wait. */
export type Timer = (work: () => void, ms: number) => () => void;

/** The machine's timer; keeps no process alive. */
export const systemTimer: Timer = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};
