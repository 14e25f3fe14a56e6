import { parseBody } from '../../../foundation/api-answers.js';
import { MODEL_JSON } from '../../../foundation/exact-json.js';
import { isObject, type JsonObject, valueAt, asObject } from '../../../foundation/json.js';
import type { Trouble } from '../../provider-error.js';
import type { SourceEvent } from '../../resilient.js';
import type { LlmCall, Usage, FinishReason } from '../../types.js';
import { ArgumentValues, callCut, twoSets } from '../../wire/argument-values.js';
import { textIn } from '../../wire/content-text.js';
import { readCall, withOwnIds } from '../../wire/tool-calls.js';
import { errorInStream, streamCut, type SseItem } from '../../wire/post-stream.js';

export const SERVICE = 'Anthropic';

interface Answer {
  calls: CallBlock[];
  usage: Usage;
  stopReason: string | undefined;
  complete: boolean;
}

interface CallBlock {
  index: number;
  id: string;
  name: string;
  values: ArgumentValues;
  stopped: boolean;
}

/** The events of one answer; ends after `message_stop`, throws on an error event or an early end. */
export async function* readStream(
  items: Promise<AsyncIterable<SseItem>>,
): AsyncGenerator<SourceEvent> {
  const answer: Answer = {
    calls: [],
    usage: { inputTokens: 0, outputTokens: 0 },
    stopReason: undefined,
    complete: false,
  };
  for await (const item of await items) {
    const body = item === 'comment' ? {} : asObject(parseBody(item.data, MODEL_JSON));
    const events = [...readEvent(body, answer)];
    for (const event of events) yield event;
    if (events.length === 0) yield { type: 'alive' };
    if (answer.complete) break;
  }
  if (!answer.complete) throw streamCut(SERVICE);
  const finishReason = reasons[answer.stopReason ?? ''] ?? 'other';
  // The last call of an answer that hit its limit is cut: running it would run half a wish.
  const calls = finishReason === 'length' ? [] : toCalls(answer);
  for (const call of calls) yield { type: 'tool_call', call };
  yield { type: 'done', finishReason, usage: answer.usage };
}

/** Event types that are not known are passed over, as the API asks its clients to do. */
function* readEvent(event: JsonObject, answer: Answer): Generator<SourceEvent> {
  const index = Number(event['index']);
  switch (event['type']) {
    case 'message_start':
      countTokens(objectAt(event, '/message/usage'), answer.usage);
      break;
    case 'content_block_start':
      startBlock(index, objectAt(event, '/content_block'), answer);
      break;
    case 'content_block_delta':
      yield* readDelta(index, objectAt(event, '/delta'), answer);
      break;
    case 'content_block_stop':
      for (const call of answer.calls) if (isSame(call.index, index)) call.stopped = true;
      break;
    case 'message_delta':
      answer.stopReason = textIn(valueAt(event, '/delta/stop_reason')) || answer.stopReason;
      countTokens(objectAt(event, '/usage'), answer.usage);
      break;
    case 'message_stop':
      answer.complete = true;
      break;
    case 'error': {
      // In the middle of a stream it has no status of its own, only a type.
      const error = objectAt(event, '/error');
      throw errorInStream(SERVICE, error, troubles[textIn(error['type'])] ?? 'server');
    }
  }
}

function startBlock(index: number, block: JsonObject, { calls }: Answer): void {
  if (block['type'] !== 'tool_use') return;
  const [id, name] = [textIn(block['id']), textIn(block['name'])];
  const last = calls.findLast((one) => isSame(one.index, index));
  const isAgain = last !== undefined && id !== '' && last.id === id && last.name === name;
  const call = isAgain ? last : { index, id, name, values: new ArgumentValues(), stopped: false };
  if (!isAgain) calls.push(call);
  // `{}` stands for arguments that are still to come.
  const { input } = block;
  if (!isObject(input) || Object.keys(input).length > 0) call.values.add(input);
}

/** Indexes that are left out are the same one: NaN. */
function isSame(index: number, other: number): boolean {
  return Object.is(index, other);
}

function* readDelta(index: number, delta: JsonObject, { calls }: Answer): Generator<SourceEvent> {
  switch (delta['type']) {
    case 'text_delta':
      if (textIn(delta['text'])) yield { type: 'text', text: textIn(delta['text']) };
      break;
    case 'thinking_delta':
      if (textIn(delta['thinking'])) yield { type: 'thinking', text: textIn(delta['thinking']) };
      break;
    case 'input_json_delta': {
      const call = calls.findLast((one) => isSame(one.index, index));
      if (call === undefined) break;
      yield { type: 'alive', unread: call.values.add(delta['partial_json']) };
      break;
    }
  }
}

/** The reasons that say that all calls have come, as the end of a block does of its own. */
const ENDED: ReadonlySet<string | undefined> = new Set(['tool_use', 'end_turn', 'stop_sequence']);

/** A call without parameters streams only empty fragments. */
function toCalls({ calls, stopReason }: Answer): LlmCall[] {
  const read = calls.map(({ id, name, values, stopped }) => {
    const hasEnded = stopped || ENDED.has(stopReason);
    if (!hasEnded && (values.isEmpty || values.isOpen)) throw callCut(SERVICE, name);
    const [value] = values.read(() => twoSets(SERVICE, name));
    return readCall({ id, name, arguments: value });
  });
  return withOwnIds(read);
}

/** Counts are cumulative; what was read from or written to the prompt cache was input too. */
function countTokens(counts: JsonObject, usage: Usage): void {
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  const inputTokens = input.reduce((sum, name) => sum + (Number(counts[name]) || 0), 0);
  usage.inputTokens = inputTokens || usage.inputTokens;
  const cached = Number(counts['cache_read_input_tokens']);
  if (cached > 0) usage.cachedTokens = cached;
  usage.outputTokens = Number(counts['output_tokens']) || usage.outputTokens;
}

const troubles: Readonly<Record<string, Trouble>> = {
  overloaded_error: 'overloaded',
  rate_limit_error: 'rate_limit',
  billing_error: 'credit',
  authentication_error: 'auth',
  permission_error: 'auth',
  not_found_error: 'unknown_model',
  timeout_error: 'timeout',
  invalid_request_error: 'bad_request',
  request_too_large: 'bad_request',
};

function objectAt(value: JsonObject, pointer: string): JsonObject {
  return asObject(valueAt(value, pointer));
}

/** Anthropic's `stop_reason` in our words; `pause_turn` and reasons yet to come are `other`. */
const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'safety',
};
