import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmMessage } from '../../types.js';

/** One turn as Anthropic has it: user and assistant in turn, each with blocks of content. */
export interface Turn {
  role: 'user' | 'assistant';
  content: JsonObject[];
}

/**
 * The conversation in Anthropic's format: tool results are blocks of the user's turn that follows the
 * calls, and an empty text beside calls is left out, as the API refuses it.
 */
export function convertMessages(messages: readonly LlmMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const { role, content } = convert(message);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns;
}

function convert(message: LlmMessage): Turn {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: text(message.content) };
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: call.arguments,
      }));
      return { role: 'assistant', content: [...text(message.content), ...calls] };
    }
    case 'tool':
      return { role: 'user', content: [toolResult(message)] };
  }
}

function toolResult(message: Extract<LlmMessage, { role: 'tool' }>): JsonObject {
  return {
    type: 'tool_result',
    tool_use_id: message.toolCallId,
    content: message.content,
    ...defined({ is_error: message.isError || undefined }),
  };
}

function text(content: string): JsonObject[] {
  return content === '' ? [] : [{ type: 'text', text: content }];
}
