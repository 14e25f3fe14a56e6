import { toProviderError, type ModelSource, type SourceEvent } from './resilient.js';
import type { LlmRequest, LlmMessage } from './types.js';
import { parseWhole, writeJson } from '../foundation/exact-json.js';
import { firstChars } from '../foundation/text.js';
import { secretHider } from '../foundation/secrets.js';
import { ProviderError } from './provider-error.js';

interface Transform {
  request?: LlmRequest;
  /** What is passed on for an event; nothing is after a `done`. */
  each?: (event: SourceEvent) => Iterable<SourceEvent>;
  failed?: (error: unknown) => unknown;
}

type MakeTransform = (request: LlmRequest, signal: AbortSignal) => Transform;

/** Of a source that is transformed, its own source and all that is done to it, the innermost first. */
const made = new WeakMap<ModelSource, { inner: ModelSource; transforms: MakeTransform[] }>();

/** The source with one transform more. However many there are, they are one generator over the source's own. */
export function transformSource(source: ModelSource, transform: MakeTransform): ModelSource {
  const { inner, transforms: before } = made.get(source) ?? { inner: source, transforms: [] };
  const transforms = [...before, transform];
  const { name, model } = source;
  const transformed: ModelSource = {
    name,
    model,
    open: (request, signal) => open(inner, transforms, request, signal),
  };
  made.set(transformed, { inner, transforms });
  return transformed;
}

async function* open(
  source: ModelSource,
  transforms: readonly MakeTransform[],
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  let asked = request;
  const steps = transforms.toReversed().map((make) => {
    const step = make(asked, signal);
    asked = step.request ?? asked;
    return step;
  });
  steps.reverse();
  try {
    for await (const event of source.open(asked, signal)) {
      let events: Iterable<SourceEvent> = [event];
      for (const { each } of steps) if (each !== undefined) events = passed(events, each);
      for (const one of events) {
        yield one;
        if (one.type === 'done') return;
      }
    }
  } catch (error) {
    let reason = error;
    for (const { failed } of steps) if (failed !== undefined) reason = await failed(reason);
    throw reason;
  }
}

function* passed(
  events: Iterable<SourceEvent>,
  each: NonNullable<Transform['each']>,
): Generator<SourceEvent> {
  for (const event of events) yield* each(event);
}

/** Halves of surrogate pairs, which JSON allows and APIs refuse with the whole request, become U+FFFD. */
export function wholeCharacters(source: ModelSource): ModelSource {
  return transformSource(source, (request) => {
    // Images have no characters, and are large.
    const messages = request.messages.map((message) => ({ ...message, images: undefined }));
    const text = writeJson({ ...request, messages });
    const whole = text.replace(HALF, '$1\\ufffd');
    if (whole === text) return {};
    const read = parseWhole(whole) as LlmRequest;
    const all = read.messages.map((message, at): LlmMessage => {
      const before = request.messages[at];
      return message.role === 'user' && before?.role === 'user'
        ? { ...before, ...message }
        : message;
    });
    return { request: { ...read, messages: all } };
  });
}

/** As `JSON.stringify` writes a half; not where the backslash is itself escaped. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** Tells of tools that are not offered, and unknown words, behind the question: what stands before stays the same for a prompt cache. */
export function tellShortlist(source: ModelSource): ModelSource {
  return transformSource(source, (asked) => {
    const { shortlist: _told, unmetWords: _too, ...request } = asked;
    const at = request.messages.findLastIndex(({ role }) => role === 'user');
    const question = request.messages[at];
    const notes = notesBehind(asked);
    if (notes === '' || question?.role !== 'user') return { request };
    const content = `${question.content}\n\n${notes}`;
    return {
      request: { ...request, messages: request.messages.with(at, { ...question, content }) },
    };
  });
}

export function notesBehind({ shortlist = '', unmetWords = [] }: LlmRequest): string {
  const words = unmetWords.map((word) => `"${word}"`).join(', ');
  const notes = [
    shortlist &&
      `[Not from the user: further tools, each offered once find_tools is asked for its exact name]\n${shortlist}`,
    words &&
      `[Not from the user: no tool here knows ${words}, and none fits well. What no tool does cannot be done here.]`,
  ];
  return notes.filter(Boolean).join('\n\n');
}

export const MAX_ANSWER_CHARS = 1_048_576;

const MAX_CALLS = 1_000;

const CHARACTERS_PER_TOKEN = 4;

/** Ends an answer after `maxChars`, as `length`: a server that never stops would fill memory. Tokens are estimated. */
export function limitAnswer(source: ModelSource, maxChars: number): ModelSource {
  return transformSource(source, () => {
    let shown = 0;
    let unread = 0;
    let calls = 0;
    return {
      *each(event) {
        if (event.type === 'alive') unread += event.unread ?? 0;
        if (event.type === 'tool_call') calls += 1;
        const text = event.type === 'text' || event.type === 'thinking' ? event.text : '';
        const input = event.type === 'tool_call' ? JSON.stringify(event.call.arguments) : '';
        shown += text.length + input.length;
        if (Math.max(shown, unread) <= maxChars && calls <= MAX_CALLS) {
          yield event;
          return;
        }
        if (event.type === 'text')
          yield { ...event, text: firstChars(event.text, event.text.length - shown + maxChars) };
        const outputTokens = Math.ceil(maxChars / CHARACTERS_PER_TOKEN);
        yield { type: 'done', finishReason: 'length', usage: { inputTokens: 0, outputTokens } };
      },
    };
  });
}

/** Errors never show `secrets`, although some APIs repeat a refused key; the original is no cause. */
export function hideSecrets(source: ModelSource, secrets: readonly string[]): ModelSource {
  if (secrets.every((secret) => secret === '')) return source;
  const hide = secretHider(secrets);
  return transformSource(source, () => ({
    failed: (error) => {
      const { trouble, message, retryAfterMs } = toProviderError(error, source);
      return new ProviderError(trouble, hide(message), retryAfterMs);
    },
  }));
}
