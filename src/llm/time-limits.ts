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
  let limitMs = limits.firstMs;
  // Of the wait that is under way, if any. One promise and one timer a stream: a token has no time for more.
  let giveUp = (_reason: Error): void => {};
  const abort = (): void => {
    inner.abort(signal.reason);
    giveUp(abortError(signal.reason));
  };
  const isSilent = (): void => giveUp(silence(limitMs));
  signal.addEventListener('abort', abort, { once: true });
  const iterator = open(inner.signal)[Symbol.asyncIterator]();
  let timer = setTimeout(isSilent, limitMs);
  let finished = false;
  const next = (): Promise<IteratorResult<T>> =>
    new Promise((resolve, reject) => {
      giveUp = reject;
      timer.refresh();
      if (signal.aborted) abort();
      // When it was given up, what still comes settles nothing.
      iterator.next().then(resolve, reject);
    });
  try {
    for (;;) {
      const step = await next();
      giveUp = () => {};
      if (step.done === true) {
        finished = true;
        return;
      }
      if (limitMs !== limits.betweenMs) {
        clearTimeout(timer);
        limitMs = limits.betweenMs;
        timer = setTimeout(isSilent, limitMs);
      }
      yield step.value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    if (!finished) abandon(iterator, inner);
  }
}

/** Frees the socket of a stream that is not read to its end; what it still throws is nobody's concern. */
function abandon<T>(iterator: AsyncIterator<T>, inner: AbortController): void {
  inner.abort();
  iterator.return?.(undefined).catch(() => {});
}

function abortError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}

function silence(limitMs: number): ProviderError {
  return new ProviderError('timeout', `The model was silent for ${Math.round(limitMs / 1000)} s.`);
}
