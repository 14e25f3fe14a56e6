import { ProviderError } from './provider-error.js';

/** How long a stream may be silent, in ms: before its first event, and between two. */
export interface TimeLimits {
  firstMs: number;
  betweenMs: number;
}

/**
 * Passes a stream's items on and gives up on it when it is silent for too long or the caller aborts:
 * then the inner signal is aborted and the loss reported at once, even when the stream itself does
 * not react. Rejects with the abort's reason or a `timeout` {@link ProviderError}.
 */
export async function* withTimeLimits<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  limits: TimeLimits,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const inner = new AbortController();
  const abort = () => inner.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const iterator = open(inner.signal)[Symbol.asyncIterator]();
  let finished = false;
  try {
    for (let limitMs = limits.firstMs; ; limitMs = limits.betweenMs) {
      const next = await nextWithin(iterator, limitMs, inner);
      if (next.done === true) {
        finished = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    if (!finished) abandon(iterator, inner);
  }
}

/** Frees the socket of a stream that is not read to its end; what it still throws is nobody's concern. */
function abandon<T>(iterator: AsyncIterator<T>, inner: AbortController): void {
  inner.abort();
  iterator.return?.(undefined).catch(() => {});
}

async function nextWithin<T>(
  iterator: AsyncIterator<T>,
  limitMs: number,
  inner: AbortController,
): Promise<IteratorResult<T>> {
  const next = iterator.next();
  // When the race below is lost, a later rejection of `next` must not become an unhandled one.
  next.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(abortError(inner.signal.reason));
    if (inner.signal.aborted) onAbort();
    else inner.signal.addEventListener('abort', onAbort, { once: true });
    timer = setTimeout(() => reject(silence(limitMs)), limitMs);
  });
  try {
    return await Promise.race([next, givenUp]);
  } finally {
    clearTimeout(timer);
    inner.signal.removeEventListener('abort', onAbort);
  }
}

function abortError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}

function silence(limitMs: number): ProviderError {
  return new ProviderError('timeout', `The model was silent for ${Math.round(limitMs / 1000)} s.`);
}
