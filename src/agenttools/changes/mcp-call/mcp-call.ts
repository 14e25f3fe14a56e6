import { parseJson } from '../../../foundation/exact-json.js';
import { invalidRequest } from '../../../foundation/errors.js';
import { isObject, type JsonObject, partAt } from '../../../foundation/json.js';
import { answerOf, shapeResult } from '../../sources/mcp/answer/shape-result.js';
import { ChangeEnd, type ChangeKind } from '../change-kind.js';
import type { BackendRequest } from '../../sources/clients.js';
import { isNumber, type ExactNumber } from '../../../foundation/exact-number.js';

export const MCP_CALL = 'mcp_call';

/** A call of a tool of an MCP server, sent once as it was shown. What it changed cannot be looked up. */
export const mcpCallKind: ChangeKind = {
  kind: MCP_CALL,
  title: 'call',
  apply: async (write, exactText) => {
    const payload = parseJson(exactText) as CallPayload;
    const result = await write.send<JsonObject>(callOf(payload));
    const shown = { result: shapeResult(payload.tool, result) };
    return new ChangeEnd('accepted', shown, answerOf(result));
  },
  compared: (payload) => ({ of: String(payload['tool']), value: payload['arguments'] }),
  edited: editedCall,
  undo: async ({ title, payload, facts, answer }) => {
    const { inverse } = facts as { inverse?: CallInverse };
    if (inverse === undefined) return { why: NO_INVERSE };
    const inverted = inverseCall(inverse, payload as CallPayload, answer);
    if ('why' in inverted) return inverted;
    const [undo, call] = [`Undo: ${title}`, inverted.call];
    // What was asked for before may be wanted back in turn, which nobody can say.
    const extra = { title: undo, call, protection: 'none', reversible: 'unknown' };
    return { kind: MCP_CALL, description: undo, payload: call, extra };
  },
};

const NO_INVERSE =
  'What a tool of an MCP server has done cannot be looked up, and the operator names no call that takes it back.';

/** A person may change what a tool is called with, not the tool. */
function editedCall(edited: JsonObject, { tool }: JsonObject): JsonObject {
  const others = Object.keys(edited).filter((field) => field !== 'tool' && field !== 'arguments');
  if (edited['tool'] === tool && isObject(edited['arguments']) && others.length === 0)
    return { tool, arguments: edited['arguments'] };
  throw invalidRequest(
    'Only the arguments of a call can be edited: {"tool": as it was shown, "arguments": {…}}. Ask for the other change in the chat.',
    [{ path: 'payload', message: 'must state the same tool, and arguments as an object' }],
  );
}

/** Exactly what accepting sends: the tool by the server's own name, and its arguments. */
export interface CallPayload extends JsonObject {
  tool: string;
  arguments: JsonObject;
}

export function toolRequest(tool: string, input: JsonObject): BackendRequest {
  return { method: 'POST', segments: [tool], body: input };
}

/** The call of a payload; rejects with `invalid_request` one that states none. */
export function callOf(payload: JsonObject): BackendRequest {
  const { tool, arguments: input } = payload as CallPayload;
  if (typeof tool === 'string' && tool !== '' && isObject(input)) return toolRequest(tool, input);
  throw invalidRequest('The change states no tool and arguments to call it with.');
}

/** The call that takes another one back, as the operator names it; nothing of it is guessed. */
export interface CallInverse {
  tool: string;
  /** With `{{answer.id}}` and `{{arguments.path}}` where values of the call to be taken back stand. */
  arguments: JsonObject;
}

const PLACE = /\{\{\s?(answer|arguments)((?:\.[A-Za-z0-9_-]{1,64}){1,8})\s?\}\}/g;

/** The call that takes a call back, or why there is none: a value that it needs is not told. */
export function inverseCall(
  { tool, arguments: template }: CallInverse,
  payload: CallPayload,
  answer: unknown,
): { call: CallPayload } | { why: string } {
  const missing: string[] = [];
  const valueOf = (from: string, steps: string): string | number | boolean | ExactNumber => {
    const whole: unknown = from === 'answer' ? answer : payload.arguments;
    const value = steps.slice(1).split('.').reduce(partAt, whole);
    if (typeof value === 'string' || isNumber(value) || typeof value === 'boolean') return value;
    missing.push(`${from}${steps}`);
    return '';
  };
  const filled = fill(template, valueOf) as JsonObject;
  if (missing.length === 0) return { call: { tool, arguments: filled } };
  return { why: `The call that takes it back needs ${missing.join(', ')}, which is not there.` };
}

function fill(value: unknown, valueOf: (from: string, steps: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, valueOf));
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => [key, fill(inner, valueOf)]);
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  const [match] = value.matchAll(PLACE);
  // What is nothing else becomes the value itself, with its type.
  if (match?.[0] === value) return valueOf(match[1] ?? '', match[2] ?? '');
  return value.replace(PLACE, (_text, from: string, steps: string) => String(valueOf(from, steps)));
}
