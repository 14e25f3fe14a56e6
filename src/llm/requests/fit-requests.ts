import { defined } from '../../foundation/defined.js';
import { firstChars } from '../../foundation/text.js';
import type { JsonObject } from '../../foundation/json.js';
import type { ModelSource } from '../resilient.js';
import { transformSource } from '../source-transforms.js';
import type { LlmMessage, LlmRequest, ToolCall, ToolSpec } from '../types.js';
import type { ApiRules, SchemaRules } from './api-rules.js';
import { orderHistory } from './order-history.js';
import { rewriteSchema, type RewrittenSchema } from './rewrite-schema.js';

/**
 * A source that is asked only what its API takes, as `rules` has it: one tool's schema or one message that it
 * refuses would fail every request of a conversation. Calls come back with the arguments as the tools have them.
 */
export function fitRequests(source: ModelSource, rules: ApiRules): ModelSource {
  return transformSource(source, (request) => {
    const schemas = new Map(
      request.tools.map((tool) => [tool.name, rewritten(tool.inputSchema, rules.schema)]),
    );
    return {
      request: fitted(request, rules, schemas),
      each: (event) =>
        event.type === 'tool_call'
          ? [{ ...event, call: restoredCall(event.call, schemas) }]
          : [event],
    };
  });
}

type Schemas = ReadonlyMap<string, RewrittenSchema>;

/** The same tools are offered turn after turn. */
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

function restoredCall(call: ToolCall, schemas: Schemas): ToolCall {
  const restore = schemas.get(call.name)?.restore;
  const isWhole = restore !== undefined && call.fault === undefined;
  return isWhole ? { ...call, arguments: restore(call.arguments) } : call;
}
