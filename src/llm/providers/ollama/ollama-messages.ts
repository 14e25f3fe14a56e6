import { carried } from '../../../foundation/exact-json.js';
import type { Message } from 'ollama/browser';
import type { LlmMessage } from '../../types.js';

/** The conversation in Ollama's format, the system prompt first. */
export function convertMessages(system: string, messages: readonly LlmMessage[]): Message[] {
  return [{ role: 'system', content: system }, ...messages.map(convert)];
}

function convert(message: LlmMessage): Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content };
      const toolCalls = calls.map((call) => ({
        id: call.id,
        function: { name: call.name, arguments: carried(call.arguments) as typeof call.arguments },
      }));
      return { role: 'assistant', content: message.content, tool_calls: toolCalls };
    }
    case 'tool':
      // Older servers match results by name and order, newer ones by id: both are sent.
      return toolResult(message);
  }
}

function toolResult(message: Extract<LlmMessage, { role: 'tool' }>): Message {
  const { name, toolCallId, content } = message;
  const result = { role: 'tool', tool_name: name, tool_call_id: toolCallId, content };
  return result;
}
