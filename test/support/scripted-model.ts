import { setImmediate as nextTick } from 'node:timers/promises';
import type { JsonObject } from '../../src/foundation/json.js';
import type { LlmEvent, LlmMessage, LlmProvider, LlmRequest, Usage } from '../../src/llm/types.js';

/** One step of a turn: an event of the stream, or something to wait for before the next step. */
export type ScriptStep = LlmEvent | { type: 'wait'; until: Promise<unknown> };

/** What one model call answers: steps, or a function of the request that gives them. */
export type ScriptTurn =
  readonly ScriptStep[] | ((request: LlmRequest, signal: AbortSignal) => readonly ScriptStep[]);

/** A piece of text. */
export const says = (text: string): LlmEvent => ({ type: 'text', text });

/** A piece of thinking. */
export const thinks = (text: string): LlmEvent => ({ type: 'thinking', text });

const failed = { type: 'error' as const, retryable: false };

/** A call that was aborted. */
export const aborted: LlmEvent = { ...failed, code: 'cancelled', message: 'the call was aborted' };

/** What tools answered a model. */
export const resultsIn = (messages: readonly LlmMessage[]) =>
  messages.flatMap((one) => (one.role === 'tool' ? [JSON.parse(one.content) as JsonObject] : []));

/** The number under which a model was shown a block with this text. */
export function numberOf(text: string, messages: readonly LlmMessage[]): number {
  const shown: { number: number; text: string }[] = [];
  JSON.stringify(resultsIn(messages), (_key, value) => {
    if (typeof value?.text === 'string' && value.number !== undefined) shown.push(value);
    return value as unknown;
  });
  return shown.find((block) => block.text.includes(text))?.number ?? 0;
}

let callCount = 0;

/** A tool call; without `id` it gets one of its own. */
export function calls(name: string, input: JsonObject = {}, id?: string): LlmEvent {
  callCount += 1;
  return { type: 'tool_call', call: { id: id ?? `scripted_${callCount}`, name, arguments: input } };
}

/** Holds the stream until `until` is settled or the run is aborted. */
export const waitsFor = (until: Promise<unknown>): ScriptStep => ({ type: 'wait', until });

/** The end of the stream; a turn that names no end gets this one. */
export function done(usage: Usage = { inputTokens: 10, outputTokens: 5 }): LlmEvent {
  return { type: 'done', finishReason: 'stop', usage };
}

/** A provider that failed. */
export function fails(message: string, retryable = false): LlmEvent {
  return { ...failed, code: 'model_error', message, retryable };
}

/**
 * A model that follows a script, one turn per call, and keeps the contract of {@link LlmProvider}:
 * one final event, and an abort ends the stream at once. It fails loudly when it is asked for more
 * turns than the script has: the call throws, and so does `expectUsedUp`.
 */
export class ScriptedModel implements LlmProvider {
  readonly name = 'scripted';
  /** Each request as it was when it was made. */
  requests: LlmRequest[] = [];
  /** How many streams have been started and not yet ended. */
  open = 0;

  constructor(
    private turns: readonly ScriptTurn[] = [],
    readonly model = 'scripted-1',
  ) {}

  /** Follows another script from now on. */
  play(...turns: ScriptTurn[]): this {
    [this.turns, this.requests, this.open] = [turns, [], 0];
    return this;
  }

  async *streamChat(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    const { turns } = this;
    this.requests.push(structuredClone(request));
    const turn = turns[this.requests.length - 1];
    if (turn === undefined)
      throw new Error(`the script has ${turns.length} turns and was asked for one more`);
    const steps = typeof turn === 'function' ? turn(request, signal) : turn;
    this.open += 1;
    try {
      yield* play(withEnd(steps), signal);
    } finally {
      if (turns === this.turns) this.open -= 1;
    }
  }

  /** The latest request. */
  get last(): LlmRequest {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error('the model has not been called');
    return request;
  }

  /** Throws unless exactly the scripted turns were asked for and every stream has ended. */
  expectUsedUp(): void {
    const { turns, requests, open } = this;
    if (requests.length !== turns.length || open !== 0)
      throw new Error(
        `the script has ${turns.length} turns, ${requests.length} were asked for, ${open} are open`,
      );
  }
}

/** A model of a server that plays whatever script there is when it is called. */
export function playing(script: () => Pick<LlmProvider, 'streamChat'>): LlmProvider {
  const streamChat: LlmProvider['streamChat'] = (...asked) => script().streamChat(...asked);
  return { name: 'scripted', model: 'scripted-1', streamChat };
}

function withEnd(steps: readonly ScriptStep[]): readonly ScriptStep[] {
  const last = steps.at(-1)?.type;
  return last === 'done' || last === 'error' ? steps : [...steps, done()];
}

async function* play(steps: readonly ScriptStep[], signal: AbortSignal): AsyncGenerator<LlmEvent> {
  for (const step of steps) {
    // A real stream lets others have their turn between its events.
    await nextTick();
    if (step.type === 'wait') await settledOrAborted(step.until, signal);
    if (signal.aborted) return yield aborted;
    if (step.type !== 'wait') yield step;
  }
}

/** Resolves when `promise` has settled or `signal` is aborted, whichever is first. */
async function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const go = () => resolve();
    signal.addEventListener('abort', go, { once: true });
    promise.then(go, go).finally(() => signal.removeEventListener('abort', go));
  });
}
