/** The current time, injected so that tests never wait. */
export type Clock = () => Date;

/** The machine's clock. */
export const systemClock: Clock = () => new Date();

/** Calls `work` once after `ms`; the returned function prevents it. Injected so that tests never wait. */
export type Timer = (work: () => void, ms: number) => () => void;

/** The machine's timer; keeps no process alive. */
export const systemTimer: Timer = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

/** What `work` comes to, or after `ms` what `late` answers or throws in its place: then it is left to itself. */
export async function withinTime<T>(work: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([work, limit.then(late)]).finally(() => clearTimeout(timer));
}

/**
 * Does `work` every `ms`, never twice at once; the first failure of a row is handed to `failed`, and the
 * next time may go better. Keeps no process alive. The answered function ends it.
 */
export function repeat(
  ms: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let busy = false;
  let failing = false;
  const once = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) failed(error);
      failing = true;
    }
    busy = false;
  };
  const timer = setInterval(() => void once(), ms).unref();
  return () => clearInterval(timer);
}
