import { writeJson } from '../../../foundation/exact-json.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmMessage, ToolCall } from '../../types.js';

/** The conversation in the chat-completions format, the system prompt first. */
export function convertMessages(system: string, messages: readonly LlmMessage[]): JsonObject[] {
  const prompt = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return [...prompt, ...messages.map(convert)];
}

function convert(message: LlmMessage): JsonObject {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'assistant':
      return assistant(message.content, message.toolCalls);
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
}

function assistant(content: string, calls: readonly ToolCall[] = []): JsonObject {
  if (calls.length === 0) return { role: 'assistant', content };
  const toolCalls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: writeJson(call.arguments) },
  }));
  // Several servers refuse an empty string beside calls; null is what the API itself sends.
  return { role: 'assistant', content: content === '' ? null : content, tool_calls: toolCalls };
}
