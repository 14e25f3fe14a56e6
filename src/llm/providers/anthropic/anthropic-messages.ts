import type { LlmRequest, LlmMessage } from '../../types.js';
import { shortlistNote } from '../../tell-shortlist.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';

/**
 * Marks a block up to which the API keeps a request in its cache. At most four a request: tools, system prompt, question
 * and end. The API looks back from a mark for what it has kept, twenty blocks at most.
 */
export const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The conversation with its marks: the question, which the next message's request has too, and the end, for
 * the next turn of the run. The shortlist, which no later message repeats, stands between.
 */
export function markedMessages({ messages, shortlist = '' }: LlmRequest): Turn[] {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = convertMessages(messages.slice(0, at + 1));
  mark(asked);
  if (shortlist !== '' && at >= 0)
    asked.at(-1)?.content.push({ type: 'text', text: shortlistNote(shortlist) });
  const later = convertMessages(messages.slice(at + 1));
  const turns = [...asked, ...later];
  mark(turns);
  return turns;
}

function mark(turns: readonly Turn[]): void {
  const blocks = turns.at(-1)?.content;
  const last = blocks?.pop();
  if (last !== undefined) blocks?.push({ ...last, ...CACHED });
}

/** One turn as Anthropic has it: user and assistant in turn, each with blocks of content. */
interface Turn {
  role: 'user' | 'assistant';
  content: JsonObject[];
}

/**
 * The conversation in Anthropic's format: tool results are blocks of the user's turn that follows the
 * calls, and an empty text beside calls is left out, as the API refuses it.
 */
function convertMessages(messages: readonly LlmMessage[]): Turn[] {
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
