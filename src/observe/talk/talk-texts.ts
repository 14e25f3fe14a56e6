import { firstChars } from '../../foundation/first-chars.js';
import type { LlmMessage, ToolCall } from '../../llm/types.js';

/** The longest text of a message that is kept, in characters. */
const MAX_TEXT = 16 * 1024;

/** A text, cut with a note when it is too long. */
export function cut(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text;
  return `${firstChars(text, max)}… [cut: ${text.length} characters in all]`;
}

/** Messages in wire names, each text cut; a copy, which later changes do not reach. */
export function wireMessages(messages: readonly LlmMessage[]): unknown[] {
  return messages.map((message) => {
    const content = cut(message.content);
    switch (message.role) {
      case 'user':
        return { role: 'user', content };
      case 'assistant':
        return { role: 'assistant', content, tool_calls: (message.toolCalls ?? []).map(wireCall) };
      case 'tool':
        return {
          role: 'tool',
          tool_use_id: message.toolCallId,
          name: message.name,
          is_error: message.isError,
          content,
        };
    }
  });
}

/** Arguments stay JSON, unless there are too many of them. */
function wireCall({ id, name, arguments: input }: ToolCall) {
  const text = JSON.stringify(input);
  return { id, name, arguments: text.length <= MAX_TEXT ? input : cut(text) };
}
