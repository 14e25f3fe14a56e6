import { carryNumbers, EXACT, MODEL_JSON, parseJson } from '../../../foundation/exact-json.js';
import { isObject } from '../../../foundation/json.js';
import { ProviderError } from '../../provider-error.js';
import { errorInStream } from '../../wire/post-stream.js';
import { SERVICE } from './ollama-name.js';

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
