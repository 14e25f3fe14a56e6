import { writeJson } from '../../foundation/exact-json.js';
import {
  errorMessageIn,
  parseBody,
  parseRetryAfter,
  saysNoCredit,
} from '../../foundation/api-answers.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import { ProviderError, troubleOf, type Trouble } from '../provider-error.js';
import { createParser, ParseError, type EventSourceMessage } from 'eventsource-parser';

interface PostStream {
  service: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: JsonObject;
  signal: AbortSignal;
  errorFrom?: ReadRefusal;
}

/** The error of an answer that is not 2xx, from its status, its body and its `Retry-After` in ms. */
export type ReadRefusal = (status: number, text: string, retryAfterMs?: number) => ProviderError;

export async function postStream(call: PostStream): Promise<AsyncIterable<SseItem>> {
  const response = await outboundFetch(call.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...call.headers },
    body: writeJson(call.body),
    signal: call.signal,
  });
  if (!response.ok) throw await refusal(call.service, response, call.errorFrom);
  return sseEvents(response.body as AsyncIterable<Uint8Array> | null, (error) =>
    streamCut(call.service, error),
  );
}

/** An event, or a comment: servers send those to say that they are still at work. */
export type SseItem = EventSourceMessage | 'comment';

const MAX_EVENT_CHARACTERS = 8 * 1024 * 1024;

/** Server-sent events out of bytes that may be cut anywhere; an event over 8 MB is an error, and `cut` makes one of the body's. */
export async function* sseEvents(
  body: AsyncIterable<Uint8Array> | null,
  cut: (error: unknown) => unknown = (error) => error,
): AsyncGenerator<SseItem> {
  const ready: SseItem[] = [];
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent: (event) => ready.push(event),
    onComment: () => ready.push('comment'),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  try {
    for await (const bytes of body ?? []) {
      parser.feed(decoder.decode(bytes, { stream: true }));
      yield* ready.splice(0);
    }
  } catch (error) {
    throw error instanceof ParseError ? error : cut(error);
  }
  parser.feed(decoder.decode());
  yield* ready;
}

/** The error of an answer that ends too early: another thing than a server out of reach. */
export function streamCut(service: string, cause?: unknown): ProviderError {
  const message = `${service} broke off in the middle of the answer.`;
  return new ProviderError('stream_cut', message, undefined, { cause });
}

const MAX_ERROR_BYTES = 16 * 1024;

/** The error of an answer that is not 2xx; reads the beginning of its body. */
export async function refusal(
  service: string,
  response: Response,
  read: ReadRefusal = (...refused) => errorFrom(service, ...refused),
): Promise<ProviderError> {
  if (response.status >= 300 && response.status < 400)
    return new ProviderError(
      'bad_request',
      `${service} answered with a redirect, which is not followed because the call carries a key. Check the base URL.`,
    );
  const text = await beginningOf(response);
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), new Date());
  return read(response.status, text, retryAfter);
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let left = MAX_ERROR_BYTES;
  try {
    for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.length;
      if (left <= 0) break;
    }
    return text;
  } catch {
    return text;
  }
}

/** The error an API's answer stands for; its own message is kept, within limits. */
export function errorFrom(
  service: string,
  status: number,
  text: string,
  retryAfterMs?: number,
): ProviderError {
  const trouble = status === 429 && saysNoCredit(text) ? 'credit' : troubleOf(status);
  const message = `${service} answered ${status}${reasonIn(parseBody(text))}`;
  return new ProviderError(trouble, message, retryAfterMs);
}

/** The error of an answer that was 200 and then reported this in its stream; many put a status into `code`. */
export function errorInStream(service: string, error: unknown, known?: Trouble): ProviderError {
  const code = isObject(error) ? Number(error['code']) : NaN;
  const trouble = known ?? (Number.isInteger(code) && code >= 400 ? troubleOf(code) : 'server');
  return new ProviderError(trouble, `${service} broke off the answer${reasonIn({ error })}`);
}

const MAX_MESSAGE = 500;

function reasonIn(body: unknown): string {
  const said = errorMessageIn(body)?.slice(0, MAX_MESSAGE);
  return said === undefined ? '' : `: ${said}`;
}
