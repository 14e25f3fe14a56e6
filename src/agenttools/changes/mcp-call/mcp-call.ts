import { errorInside } from '../../../foundation/api-answers.js';
import { parseJson } from '../../../foundation/exact-json.js';
import { AppError, invalidRequest, toErrorBody } from '../../../foundation/errors.js';
import {
  asObject,
  isObject,
  type JsonObject,
  mapTexts,
  partAt,
  valueAt,
} from '../../../foundation/json.js';
import { redactor } from '../../../foundation/secrets.js';
import {
  answerOf,
  OddAnswer,
  readResult,
  shapeResult,
} from '../../sources/mcp/answer/shape-result.js';
import { leavesOf } from '../alike.js';
import { type AppliedChange, ChangeEnd, type ChangeKind, unknownChange } from '../change-kind.js';
import { maskSecrets, unmask } from '../http-request/mask-secrets.js';
import type { BackendRequest, WriteClient } from '../../sources/clients.js';
import { isNumber, type ExactNumber } from '../../../foundation/exact-number.js';

export const MCP_CALL = 'mcp_call';

/** A call of a tool of an MCP server, sent once as it was shown. What it changed cannot be looked up. */
export const mcpCallKind: ChangeKind = {
  kind: MCP_CALL,
  title: 'call',
  apply: async (write, exactText, _target, change) => applyCall(write, exactText, change),
  compared: (payload) => ({ of: String(payload['tool']), value: payload['arguments'] }),
  masked: (payload, facts) => secretsOf(payload, facts).call,
  edited: editedCall,
  undo: async ({ title, payload, facts, answer }) => {
    const { inverse } = facts as CallFacts;
    if (inverse === undefined) return { why: NO_INVERSE };
    const inverted = inverseCall(inverse, payload as CallPayload, answer);
    if ('why' in inverted) return inverted;
    const [undo, { call }] = [`Undo: ${title}`, inverted];
    // What was a secret of the call is one in what takes it back, under any name.
    const { hide } = secretsOf(payload, facts);
    const secrets = [...leavesOf(call.arguments, true)]
      .filter(([, value]) => hide(value) !== value)
      .map(([place]) => place);
    const { call: shown, masked } = secretsOf(call, { secrets });
    // What was asked for before may be wanted back in turn, which nobody can say.
    const told = { title: undo, call: shown, ...masked };
    const extra = { ...told, protection: 'none', reversible: 'unknown' };
    return { kind: MCP_CALL, description: undo, payload: call, extra, facts: { secrets } };
  },
};

export interface CallFacts extends JsonObject {
  inverse?: CallInverse;
  /** Where its schema says that a secret is: pointers into its arguments, `*` for any item. */
  secrets?: readonly string[];
}

/** A call as it is shown, and how what its server says is: without its secrets, and with none of its own. */
export function secretsOf(payload: JsonObject, { secrets = [] }: CallFacts) {
  const input = payload['arguments'];
  const { value, places } = maskSecrets(input, secrets);
  const held = places.flatMap((place) => [...leavesOf(valueAt(input, place), true).values()]);
  const cut = redactor(held.filter((one) => typeof one === 'string'));
  const hide = <T>(said: T): T => mapTexts(maskSecrets(said, secrets).value, cut) as T;
  const masked = places.map((place) => `/arguments${place}`);
  const call: JsonObject = { ...payload, arguments: value };
  return { call, hide, masked: masked.length === 0 ? {} : { masked } };
}

/** Sends a call once. Rejects where it is refused, or no answer comes. */
async function applyCall(write: WriteClient, exactText: string, { facts }: AppliedChange) {
  const payload = parseJson(exactText) as CallPayload;
  const { hide } = secretsOf(payload, facts);
  try {
    const result = await write.send<JsonObject>(callOf(payload));
    const { shown, answer } = answerTo(payload.tool, result, hide);
    const { places: masked } = maskSecrets(answer, (facts as CallFacts).secrets);
    const outcome = { result: shown, ...(masked.length > 0 && { result_masked: masked }) };
    return new ChangeEnd('accepted', outcome, answer);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details, cause } = error;
    const said = new AppError(code, hide(message), details, { cause });
    if (code === 'preview_unknown') return new ChangeEnd('unknown', { ...toErrorBody(said) });
    if (!(cause instanceof OddAnswer)) throw said;
    return new ChangeEnd('accepted', { result: { note: `It was done. ${hide(cause.why)}` } });
  }
}

/** The answer of a call as it came and as it is shown; one that tells of an error rejects with `preview_unknown`. */
function answerTo(tool: string, result: JsonObject, hide: <T>(said: T) => T) {
  const answer = answerOf(result);
  // Some servers wrap whatever a tool returns.
  const { result: wrapped, ...others } = asObject(answer);
  const isWrapped = isObject(wrapped) && Object.keys(others).length === 0;
  const inside = errorInside(isWrapped ? wrapped : answer);
  if (inside !== undefined)
    throw unknownChange(`${tool} was called, but its answer tells of an error: ${inside}.`);
  const read = readResult(result);
  const structuredContent = hide(result['structuredContent']);
  const values = read.values.map(hide);
  const shown = shapeResult(tool, { ...result, structuredContent }, { ...read, values });
  return { answer, shown: hide(shown) };
}

const NO_INVERSE =
  'What a tool of an MCP server has done cannot be looked up, and the operator names no call that takes it back.';

/** A person may change what a tool is called with, not the tool. */
function editedCall(edited: JsonObject, payload: JsonObject): JsonObject {
  const { tool, arguments: input, ...others } = unmask(edited, payload) as JsonObject;
  if (tool === payload['tool'] && isObject(input) && Object.keys(others).length === 0)
    return { tool, arguments: input };
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
  const filled = mapTexts(template, (text) => {
    const [match] = text.matchAll(PLACE);
    // What is nothing else becomes the value itself, with its type.
    if (match?.[0] === text) return valueOf(match[1] ?? '', match[2] ?? '');
    return text.replace(PLACE, (_, from: string, steps: string) => String(valueOf(from, steps)));
  }) as JsonObject;
  if (missing.length === 0) return { call: { tool, arguments: filled } };
  return { why: `The call that takes it back needs ${missing.join(', ')}, which is not there.` };
}
