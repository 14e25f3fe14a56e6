import { MODEL_JSON, parseJson, writeJson } from '../../foundation/exact-json.js';
import { firstChars } from '../../foundation/text.js';
import { isObject, jsonDepth } from '../../foundation/json.js';
import { newId } from '../../foundation/ids.js';
import type { LlmCall, LlmMessage } from '../types.js';
import { isDeepStrictEqual } from 'node:util';

const MAX_SHOWN = 200;

/** Deeper arguments cannot be checked, stored or sent back without exhausting the stack. */
const MAX_DEPTH = 24;

export type ReadArguments = Pick<LlmCall, 'arguments' | 'fault'>;

/** A call's arguments from what models send: an object, JSON text of one or of such a text, or nothing; else a `fault` for the model. Never throws. */
export function readArguments(value: unknown): ReadArguments {
  let current = value;
  for (let unwrapped = 0; unwrapped < 2 && typeof current === 'string'; unwrapped += 1) {
    if (current.trim() === '') return { arguments: {} };
    const text: string = current;
    try {
      current = parseJson(text, MODEL_JSON);
    } catch {
      return unreadable(NO_OBJECT, text);
    }
  }
  if (current === undefined || current === null) return { arguments: {} };
  if (!isObject(current)) return unreadable(NO_OBJECT, value);
  return tooDeep(current) ? unreadable(DEEP, value) : { arguments: current };
}

/** A call from whatever models send: without an id it gets one, without a tool's name a `fault`. */
export function readCall(sent: { id?: unknown; name?: unknown; arguments?: unknown }): LlmCall {
  const id = typeof sent.id === 'string' && sent.id !== '' ? sent.id : `call_${newId()}`;
  const name = typeof sent.name === 'string' ? sent.name : '';
  const call: LlmCall = { id, name, ...readArguments(sent.arguments) };
  return name === '' ? { ...call, fault: NAMELESS } : call;
}

const NAMELESS =
  "the call holds no tool's name. Call a tool by its name, with the arguments that its schema names";

const DEEP = `are nested deeper than ${MAX_DEPTH} levels; send a flatter object, of the fields that the tool's schema names`;
const NO_OBJECT =
  "must be one JSON object of the fields that the tool's schema names, and cannot be read as one";

/** The calls of a conversation, in their order. */
export function callsIn(messages: readonly LlmMessage[]): LlmCall[] {
  return messages.flatMap((one) => (one.role === 'assistant' ? (one.toolCalls ?? []) : []));
}

/** Arguments nested too deeply or of more than `maxCharacters` as JSON become a `fault` that says so. */
export function boundArguments(call: LlmCall, maxCharacters: number): LlmCall {
  if (tooDeep(call.arguments)) return { ...call, ...unreadable(DEEP, call.arguments) };
  const text = writeJson(call.arguments);
  if (text.length <= maxCharacters) return call;
  const reason = `have ${text.length} characters, and ${maxCharacters} is the limit of one call; send a smaller change, or several`;
  return { ...call, ...unreadable(reason, text) };
}

function tooDeep(value: unknown): boolean {
  return jsonDepth(value, MAX_DEPTH) > MAX_DEPTH;
}

function unreadable(reason: string, sent: unknown): ReadArguments {
  const fault = `its arguments ${reason}`;
  if (tooDeep(sent)) return { arguments: {}, fault };
  const text = typeof sent === 'string' ? sent : writeJson(sent);
  return { arguments: { unreadable_arguments: firstChars(text, MAX_SHOWN) }, fault };
}

export interface WholeCall {
  call: LlmCall;
  /** What the server said of which call it is, where it did. */
  id: unknown;
  index?: unknown;
}

/** Calls that come whole: sent once more one is the same, unless id or index differ; arguments behind `{}` of the same id are its. */
export class WholeCalls {
  private readonly calls: (WholeCall & { chunk: number })[] = [];
  private chunk = 0;

  get any(): boolean {
    return this.calls.length > 0;
  }

  add(sent: WholeCall): void {
    const { calls, chunk } = this;
    const same = calls.find((earlier) => earlier.chunk < chunk && isSent(earlier, sent));
    if (same === undefined) calls.push({ ...sent, chunk });
    else if (isEmpty(same.call)) same.call = { ...sent.call, id: same.call.id };
  }

  endChunk(): void {
    this.chunk += 1;
  }

  finish(): LlmCall[] {
    return withOwnIds(this.calls.map(({ call }) => call));
  }
}

export function withOwnIds(calls: readonly LlmCall[]): LlmCall[] {
  const seen = new Set<string>();
  return calls.map((call) => {
    const id = seen.has(call.id) ? `call_${newId()}` : call.id;
    seen.add(id);
    return { ...call, id };
  });
}

function isSent(before: WholeCall, now: WholeCall): boolean {
  if (before.call.name !== now.call.name || now.call.fault !== undefined) return false;
  if (isSaid(before.id) && isSaid(now.id) && before.id !== now.id) return false;
  if (isSaid(before.index) && isSaid(now.index) && before.index !== now.index) return false;
  // Without arguments two calls look the same, so that only an id tells.
  if (isEmpty(before.call)) return isSaid(before.id) && before.id === now.id;
  return isDeepStrictEqual(before.call.arguments, now.call.arguments);
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isEmpty({ arguments: input, fault }: LlmCall): boolean {
  return fault === undefined && Object.keys(input).length === 0;
}
