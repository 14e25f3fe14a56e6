import type { LlmMessage } from '../llm/types.js';
import { notShown } from './images.js';

const LEFT_OUT = '[left out: an older result; call the tool again if you need it]';

/** About what APIs count for an image of the usual size, in characters. */
const IMAGE_CHARS = 6_000;

/** The newest that fits `budget` characters: old results and images are emptied first, then whole exchanges go, oldest first. */
export function trimHistory(history: readonly LlmMessage[], budget: number): LlmMessage[] {
  const first = history.findIndex((message) => message.role === 'user');
  const kept = first === -1 ? [] : history.slice(first);
  let size = kept.reduce((sum, message) => sum + sizeOf(message), 0);
  for (const [index, message] of kept.entries()) {
    if (size <= budget) break;
    const smaller = emptied(message);
    size -= sizeOf(message) - sizeOf(smaller);
    kept[index] = smaller;
  }
  while (kept.length > 0 && size > budget) {
    const next = kept.findIndex((message, index) => index > 0 && message.role === 'user');
    const dropped = kept.splice(0, next === -1 ? kept.length : next);
    size -= dropped.reduce((sum, message) => sum + sizeOf(message), 0);
  }
  return kept;
}

/** Tells where to stop reading from the newest: trimming what was read then gives what trimming all of it gives. */
export function enoughHistory(budget: number): (message: LlmMessage) => boolean {
  let size = 0;
  return (message) => {
    size += sizeOf(emptied(message));
    // Too much even without any result, and the beginning of an exchange, which is then left out.
    return size > budget && message.role === 'user';
  };
}

function emptied(message: LlmMessage): LlmMessage {
  if (message.role === 'user' && message.images !== undefined) {
    const notes = message.images.map((image) => notShown(image, 'it is too long ago'));
    return { role: 'user', content: [message.content, ...notes].join('\n\n') };
  }
  const isLong = message.role === 'tool' && message.content.length > LEFT_OUT.length;
  return isLong ? { ...message, content: LEFT_OUT } : message;
}

export function sizeOf(message: LlmMessage): number {
  const calls =
    message.role === 'assistant' && message.toolCalls ? JSON.stringify(message.toolCalls) : '';
  const images = message.role === 'user' ? (message.images?.length ?? 0) : 0;
  return message.content.length + calls.length + images * IMAGE_CHARS;
}
