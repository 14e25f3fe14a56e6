import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmMessage, LlmRequest, ToolChoice } from '../../types.js';
import { CACHED } from './cache-marks.js';

/**
 * The `tools` and `tool_choice` fields. A conversation with calls in it must define tools even when
 * none is offered any more: then those it has called are named and all calls forbidden.
 */
export function prepareTools({ tools, toolChoice, messages }: LlmRequest): JsonObject {
  if (tools.length > 0) {
    return {
      tools: tools.map((tool, at) => ({
        ...define(tool.name, tool.description, tool.inputSchema),
        ...(at === tools.length - 1 && CACHED),
      })),
      ...defined({ tool_choice: toolChoice === undefined ? undefined : convertChoice(toolChoice) }),
    };
  }
  const called = calledNames(messages);
  if (called.length === 0) return {};
  const past = called.map((name) => define(name, 'Not available now.', { type: 'object' }));
  return { tools: past, tool_choice: { type: 'none' } };
}

function define(name: string, description: string, inputSchema: JsonObject): JsonObject {
  return { name, description, input_schema: inputSchema };
}

function calledNames(messages: readonly LlmMessage[]): string[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name) : [],
  );
  return [...new Set(names)];
}

function convertChoice(choice: ToolChoice): JsonObject {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}
