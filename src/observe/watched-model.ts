import type { LlmEvent, LlmProvider, LlmRequest } from '../llm/types.js';

/** The last event of a model call; `undefined` when its reader left before it. */
export type ModelEnd = Extract<LlmEvent, { type: 'done' | 'error' }> | undefined;

/** Called as a model call begins; what it answers is called once, when the call has ended. */
export type WatchModel = (request: LlmRequest) => (end: ModelEnd) => void;

/** The model with each call's beginning and end made known. */
export function watchedModel(inner: LlmProvider, watch: WatchModel): LlmProvider {
  return {
    name: inner.name,
    model: inner.model,
    streamChat: (request, signal) => {
      const ended = watch(request);
      return watchedStream(inner.streamChat(request, signal), ended);
    },
  };
}

/** By hand, not as a generator, which would cost every piece of text three turns of the microtask queue. */
function watchedStream(
  stream: AsyncIterable<LlmEvent>,
  ended: (end: ModelEnd) => void,
): AsyncIterableIterator<LlmEvent> {
  const iterator = stream[Symbol.asyncIterator]();
  let tell = (end: ModelEnd): void => {
    tell = () => {};
    ended(end);
  };
  const see = (step: IteratorResult<LlmEvent>): IteratorResult<LlmEvent> => {
    if (step.done) tell(undefined);
    else if (step.value.type === 'done' || step.value.type === 'error') tell(step.value);
    return step;
  };
  const fail = (error: unknown): never => {
    tell(undefined);
    throw error;
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => iterator.next().then(see, fail),
    return: async () => {
      tell(undefined);
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}
