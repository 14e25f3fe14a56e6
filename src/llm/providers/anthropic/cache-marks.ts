import type { LlmRequest } from '../../types.js';
import { shortlistNote } from '../../tell-shortlist.js';
import { convertMessages, type Turn } from './anthropic-messages.js';

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
