import { MODEL_JSON, parseJson, writeJson } from '../../foundation/exact-json.js';
import { firstChars } from '../../foundation/first-chars.js';
import { isObject, jsonDepth } from '../../foundation/json.js';
import { newId } from '../../foundation/ids.js';
import type { ToolCall } from '../types.js';

const MAX_SHOWN = 200;

/** Deeper arguments cannot be checked, stored or sent back without exhausting the stack. */
const MAX_DEPTH = 24;

/** What of a call comes from its arguments. */
export type ReadArguments = Pick<ToolCall, 'arguments' | 'fault'>;

/**
 * A call's arguments from what models send: an object, JSON text of one, JSON text of such a text, or
 * nothing (= `{}`). Anything else is a `fault` that tells the model what to send, with the beginning of
 * what it sent. Never throws, however deep the value.
 */
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

/**
 * A call from what models send in its place, whatever that is: without an id it gets one, without the
 * name of a tool a `fault`.
 */
export function readCall(sent: { id?: unknown; name?: unknown; arguments?: unknown }): ToolCall {
  const id = typeof sent.id === 'string' && sent.id !== '' ? sent.id : `call_${newId()}`;
  const name = typeof sent.name === 'string' ? sent.name : '';
  const call: ToolCall = { id, name, ...readArguments(sent.arguments) };
  return name === '' ? { ...call, fault: NAMELESS } : call;
}

const NAMELESS =
  "the call holds no tool's name. Call a tool by its name, with the arguments that its schema names";

const DEEP = `are nested deeper than ${MAX_DEPTH} levels; send a flatter object, of the fields that the tool's schema names`;
const NO_OBJECT =
  "must be one JSON object of the fields that the tool's schema names, and cannot be read as one";

/**
 * The call with arguments that every part of the server can carry: ones nested too deeply or of more
 * than `maxCharacters` as JSON become a `fault` that tells the model so.
 */
export function boundArguments(call: ToolCall, maxCharacters: number): ToolCall {
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
