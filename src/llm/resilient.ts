import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../foundation/errors.js';
import { ProviderError } from './provider-error.js';
import { defaultRetryPolicy, retryDelay, type RetryPolicy } from '../foundation/api-answers.js';
import type { LlmEvent, LlmProvider, LlmRequest } from './types.js';

/** `alive`: something came that is nothing to show yet, so that a model at work is not taken for silent. */
export type SourceEvent =
  LlmEvent | { type: 'alive'; /** Characters of a call that is not whole yet. */ unread?: number };

/** One model API as its folder implements it: it may throw at any point and need not care for time. */
export interface ModelSource {
  readonly name: string;
  readonly model: string;
  /** Ends after a `done` event; throws a {@link ProviderError} for what the API reports. */
  open(request: LlmRequest, signal: AbortSignal): AsyncIterable<SourceEvent>;
}

export interface ResilienceOptions {
  retry: Readonly<Record<'patiently' | 'once', RetryPolicy>>;
  limits: TimeLimits;
  random: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A local model may load for minutes before its first byte; after that a minute of silence is a fault. */
export const defaultResilience: ResilienceOptions = {
  retry: { patiently: defaultRetryPolicy, once: { firstMs: 1_000, maxMs: 60_000, retries: 1 } },
  limits: { firstMs: 180_000, betweenMs: 60_000 },
  random: Math.random,
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** Makes a source keep the contract of {@link LlmProvider}; while the user has seen nothing, waits out overload and tries once more. */
export function resilient(
  source: ModelSource,
  options: ResilienceOptions = defaultResilience,
): LlmProvider {
  let fault: string | undefined;
  const ended = (failure?: ProviderError): void => {
    if (failure === undefined) fault = undefined;
    else if (failure.trouble === 'unknown_model') fault = failure.message;
  };
  return {
    name: source.name,
    model: source.model,
    get fault() {
      return fault;
    },
    streamChat: (request, signal) => stream(source, { ...options, ended }, request, signal),
  };
}

async function* stream(
  source: ModelSource,
  options: ResilienceOptions & { ended: (failure?: ProviderError) => void },
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const { retry, random } = options;
  for (let attempt = 0; ; attempt += 1) {
    let seen = false;
    try {
      signal.throwIfAborted();
      const open = (inner: AbortSignal) => source.open(request, inner);
      for await (const event of withTimeLimits(open, options.limits, signal)) {
        if (event.type === 'alive') continue;
        seen = true;
        if (event.type === 'done') options.ended();
        yield event;
        if (event.type === 'done' || event.type === 'error') return;
      }
      const message = `${source.name} ended the answer before it was complete.`;
      throw new ProviderError('stream_cut', message);
    } catch (error) {
      const failure = toProviderError(error, source);
      const { triedAgain, retryAfterMs } = failure;
      const policy = seen || request.isOptional || !triedAgain ? undefined : retry[triedAgain];
      const delay = policy && retryDelay(attempt, retryAfterMs, policy, random);
      if (signal.aborted || delay === undefined || !(await waited(delay, options, signal))) {
        options.ended(failure);
        yield finalError(failure, signal);
        return;
      }
    }
  }
}

function waited(ms: number, { wait }: ResilienceOptions, signal: AbortSignal): Promise<boolean> {
  return wait(ms, signal).then(
    () => !signal.aborted,
    () => false,
  );
}

export function toProviderError(error: unknown, source: ModelSource): ProviderError {
  if (error instanceof ProviderError) return error;
  // Node's fetch says only "fetch failed"; its cause has the reason. Neither carries headers or bodies.
  const cause =
    error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
  const message = `${source.name} could not be reached or broke off: ${cause}`;
  return new ProviderError('network', message, undefined, { cause: error });
}

function finalError(failure: ProviderError, signal: AbortSignal): LlmEvent {
  const cancelled = 'The model call was cancelled.';
  if (signal.aborted)
    return { type: 'error', code: 'cancelled', message: cancelled, retryable: true };
  const { retryable, message } = failure;
  const code = retryable ? 'model_unavailable' : 'model_error';
  return { type: 'error', code, message, retryable };
}

/** How long a stream may be silent, in ms: before its first event, and between two. */
interface TimeLimits {
  firstMs: number;
  betweenMs: number;
}

/**
 * Passes a stream on; when it is silent for too long or aborted, rejects at once with a `timeout` {@link ProviderError}
 * or the abort's reason. No generator: a token would pass some promises more.
 */
function withTimeLimits<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  limits: TimeLimits,
  signal: AbortSignal,
): AsyncIterableIterator<T> {
  const inner = new AbortController();
  let limitMs = limits.firstMs;
  // Of the wait that is under way, if any. One timer a stream: a token has no time for more.
  let giveUp = (_reason: Error): void => {};
  const abort = (): void => {
    inner.abort(signal.reason);
    giveUp(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  };
  const isSilent = (): void => {
    const seconds = Math.round(limitMs / 1000);
    giveUp(new ProviderError('timeout', `The model was silent for ${seconds} s.`));
  };
  signal.addEventListener('abort', abort, { once: true });
  const iterator = open(inner.signal)[Symbol.asyncIterator]();
  let timer = setTimeout(isSilent, limitMs);
  let isOver = false;
  const end = (isWhole: boolean): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    if (isWhole) return;
    // Frees the socket of a stream that is not read to its end; what it still throws is nobody's concern.
    inner.abort();
    iterator.return?.(undefined).catch(() => {});
  };
  const received = (step: IteratorResult<T>): void => {
    giveUp = () => {};
    if (step.done === true) end(true);
    if (isOver || limitMs === limits.betweenMs) return;
    clearTimeout(timer);
    limitMs = limits.betweenMs;
    timer = setTimeout(isSilent, limitMs);
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () =>
      new Promise((resolve, reject) => {
        giveUp = (reason) => {
          end(false);
          reject(reason);
        };
        timer.refresh();
        if (signal.aborted) abort();
        // When it was given up, what still comes settles nothing.
        iterator.next().then((step) => {
          received(step);
          resolve(step);
        }, giveUp);
      }),
    return: async () => {
      end(false);
      return { done: true, value: undefined };
    },
  };
}
