import { createHash } from 'node:crypto';
import { defined } from '../../foundation/defined.js';
import { firstChars } from '../../foundation/text.js';
import { type JsonObject, asObject } from '../../foundation/json.js';
import type { ModelSource } from '../resilient.js';
import { transformSource } from '../source-transforms.js';
import type { LlmMessage, LlmRequest, LlmCall, ToolSpec } from '../types.js';
import type { ApiRules, SchemaRules } from './api-rules.js';
import { rewriteSchema, type RewrittenSchema } from './rewrite-schema.js';

/** Asks only what `rules` take: one schema or message that an API refuses fails every request. Arguments come back as tools have them. */
export function fitRequests(source: ModelSource, rules: ApiRules): ModelSource {
  return transformSource(source, (request) => {
    const schemas = new Map(
      request.tools.map((tool) => [tool.name, rewritten(tool.inputSchema, rules.schema)]),
    );
    return {
      request: fitted(request, rules, schemas),
      each(event) {
        if (event.type !== 'tool_call' || event.call.fault !== undefined) return [event];
        const { name, arguments: input } = event.call;
        const restored = schemas.get(name)?.restore?.(input) ?? input;
        return [{ ...event, call: { ...event.call, arguments: restored } }];
      },
    };
  });
}

type Schemas = ReadonlyMap<string, RewrittenSchema>;

const known = new WeakMap<SchemaRules, WeakMap<JsonObject, RewrittenSchema>>();

function rewritten(schema: JsonObject, rules: SchemaRules): RewrittenSchema {
  const ofRules = known.get(rules) ?? new WeakMap<JsonObject, RewrittenSchema>();
  known.set(rules, ofRules);
  const result = ofRules.get(schema) ?? rewriteSchema(schema, rules);
  ofRules.set(schema, result);
  return result;
}

function fitted(request: LlmRequest, rules: ApiRules, schemas: Schemas): LlmRequest {
  const { toolChoice, ...rest } = request;
  const isOffered = typeof toolChoice !== 'object' || schemas.has(toolChoice.name);
  return {
    ...rest,
    tools: request.tools.map((tool) => fittedTool(tool, rules, schemas)),
    messages: orderHistory(request.messages, rules.callId).map((said) => renamed(said, schemas)),
    toolChoice: isOffered ? toolChoice : undefined,
  };
}

function fittedTool(tool: ToolSpec, { maxDescription }: ApiRules, schemas: Schemas): ToolSpec {
  const { schema = tool.inputSchema, forms, rename } = schemas.get(tool.name) ?? {};
  const description = [tool.description, forms].filter(Boolean).join('\n');
  const isLong = description.length > maxDescription;
  const shown = isLong ? `${firstChars(description, maxDescription - 1)}…` : description;
  const inputExamples = tool.inputExamples?.map((one) => rename?.(one) ?? one);
  return { ...tool, description: shown, inputSchema: schema, ...defined({ inputExamples }) };
}

/** Earlier calls with the names of arguments as the tools are shown now. */
function renamed(message: LlmMessage, schemas: Schemas): LlmMessage {
  if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
  const toolCalls = message.toolCalls.map((call) => {
    const rename = schemas.get(call.name)?.rename;
    return rename === undefined ? call : { ...call, arguments: rename(call.arguments) };
  });
  return { ...message, toolCalls };
}

type Assistant = Extract<LlmMessage, { role: 'assistant' }>;
type Result = Extract<LlmMessage, { role: 'tool' }>;

/** What stands where an API wants words and there are none. All of them are true of what they stand for. */
const LEFT_OUT = '[the beginning of this conversation is left out]';
const EMPTY = '[empty]';
const NO_ANSWER = '[no answer was given to this]';
const NO_RESULT = 'The call was not finished: there is no result.';
const CONTINUE = 'Continue.';

/**
 * A conversation in the order that the strictest server of any API takes: a user's message first and last (or
 * results), each call with its result right behind, an assistant's turn between results or a message and the
 * next message, never two of one role in a row, no text that is blank, each id once and as `callId` wants it.
 */
export function orderHistory(messages: readonly LlmMessage[], callId: RegExp): LlmMessage[] {
  const ordered: LlmMessage[] = [];
  const withId = callRenamer(callId);
  const say = (message: LlmMessage) => {
    const last = ordered.at(-1)?.role;
    if (message.role === 'user' && (last === 'user' || last === 'tool'))
      ordered.push({ role: 'assistant', content: NO_ANSWER });
    if (message.role === 'assistant' && last === undefined)
      ordered.push({ role: 'user', content: LEFT_OUT });
    ordered.push(message);
  };
  for (const turn of turnsOf(messages)) {
    if (turn.role === 'user') say({ ...turn, content: worded(turn.content, EMPTY) });
    if (turn.role === 'tool') {
      const what = `[A result of ${turn.name}, whose call is not in this conversation]`;
      say({ role: 'user', content: `${what}\n${turn.content}` });
    }
    if (turn.role !== 'assistant') continue;
    const calls = turn.calls.map(({ call, result }) => ({ call: withId(call), result }));
    if (calls.length === 0) {
      say({ role: 'assistant', content: worded(turn.content, NO_ANSWER) });
      continue;
    }
    const content = worded(turn.content, '');
    say({ role: 'assistant', content, toolCalls: calls.map(({ call }) => call) });
    for (const { call, result } of calls) ordered.push(resultOf(call, result));
  }
  if (ordered.length === 0) return [{ role: 'user', content: EMPTY }];
  if (ordered.at(-1)?.role === 'assistant') ordered.push({ role: 'user', content: CONTINUE });
  return ordered;
}

interface AssistantTurn {
  role: 'assistant';
  content: string;
  calls: { call: LlmCall; result?: Result }[];
}

type Turn = AssistantTurn | Exclude<LlmMessage, Assistant>;

function turnsOf(messages: readonly LlmMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === 'assistant') {
      const calls = (message.toolCalls ?? []).map((call) => ({ call }));
      // What follows results is a turn of its own.
      if (last?.role !== 'assistant' || last.calls.length > 0) {
        turns.push({ role: 'assistant', content: message.content, calls });
      } else {
        last.content = [last.content, message.content].filter(isWorded).join('\n\n');
        last.calls = calls;
      }
    } else if (message.role === 'user') turns.push(message);
    else {
      const open =
        last?.role === 'assistant'
          ? last.calls.find(({ call, result }) => !result && call.id === message.toolCallId)
          : undefined;
      if (open === undefined) turns.push(message);
      else open.result = message;
    }
  }
  return turns;
}

function resultOf(call: LlmCall, result: Result | undefined): Result {
  const { content = NO_RESULT, isError = true } = result ?? {};
  const { id: toolCallId, name } = call;
  return { role: 'tool', toolCallId, name, content: worded(content, EMPTY), isError };
}

function worded(text: string, instead: string): string {
  return isWorded(text) ? text : instead;
}

/** Has a character that shows; what counts as blank differs from server to server. */
function isWorded(text: string): boolean {
  return /[^\s\p{C}\p{Z}]/u.test(text);
}

/** Ids that the API takes, the same at every request, so that its prompt cache holds. */
function callRenamer(takes: RegExp): (call: LlmCall) => LlmCall {
  const used = new Set<string>();
  return (call) => {
    let id = call.id;
    for (let tries = 0; !takes.test(id) || used.has(id); tries += 1)
      id = createHash('sha256').update(`${call.id}:${tries}`).digest('hex').slice(0, 9);
    used.add(id);
    const input: unknown = call.arguments;
    // Models invent names such as `functions.look`, which no list of tools holds and an API refuses.
    const plain = call.name.replaceAll(/[^\w-]/g, '_');
    const name = (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, 64);
    return { ...call, id, name, arguments: asObject(input) };
  };
}
