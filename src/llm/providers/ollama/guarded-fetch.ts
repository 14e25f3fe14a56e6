import {
  withDigits,
  carryNumbers,
  EXACT,
  MODEL_JSON,
  parseJson,
} from '../../../foundation/exact-json.js';
import { outboundFetch } from '../../../foundation/outbound/exchange-http.js';
import { refusal, errorInStream } from '../../wire/post-stream.js';
import { SERVICE } from './ollama-name.js';
import { isObject } from '../../../foundation/json.js';
import { ProviderError } from '../../provider-error.js';

/**
 * A `fetch` for one request of the `ollama` client: the caller's signal ends it at any time (the
 * client's own does nothing before the headers), refusals are thrown as a `ProviderError` (the client
 * writes notes about them on the console), and the lines of the answer are checked.
 */
export function guardedFetch(signal: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const body = typeof init.body === 'string' ? { body: withDigits(init.body) } : {};
    const sent = { ...init, ...body, signal: AbortSignal.any(signals) };
    const response = await outboundFetch(input, sent);
    if (!response.ok) throw await refusal(SERVICE, response);
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(checkedLines()) ?? null, { status, headers });
  };
}

const MAX_LINE_CHARACTERS = 8 * 1024 * 1024;

/**
 * Passes on whole lines that are JSON objects, and fails on any other: the client would skip a bad one
 * with a note on the console, which leaves a hole in the answer. An `{"error"}` line fails as what it
 * reports. Blank lines are dropped.
 */
export function checkedLines(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS) throw unreadable();
      for (const line of lines) pass(line, controller);
    },
    flush(controller) {
      pass(rest + decoder.decode(), controller);
    },
  });

  function pass(line: string, controller: TransformStreamDefaultController<Uint8Array>): void {
    if (line.trim() === '') return;
    check(line);
    // The client reads the line as doubles.
    controller.enqueue(encoder.encode(`${carryNumbers(line, EXACT)}\n`));
  }
}

function check(line: string): void {
  let value: unknown;
  try {
    value = parseJson(line, MODEL_JSON);
  } catch {
    throw unreadable();
  }
  if (!isObject(value)) throw unreadable();
  if (value['error'] !== undefined) throw errorInStream(SERVICE, 'server', value);
}

/** Most often the last line of an answer that was cut. */
function unreadable(): ProviderError {
  return new ProviderError('stream_cut', `${SERVICE} sent a line that cannot be read.`);
}
