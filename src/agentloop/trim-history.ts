import type { LlmMessage } from '../llm/types.js';

/** What stands in for a tool result that is too old to be carried along. */
const LEFT_OUT = '[left out: an older result; call the tool again if you need it]';

/**
 * The newest part of a history that fits `budget` characters (about 4 to a token). Old tool results
 * are emptied first, oldest first; then whole exchanges go, oldest first, so that what is kept always
 * begins with a user's message and no tool result stands without its call.
 */
export function trimHistory(history: readonly LlmMessage[], budget: number): LlmMessage[] {
  const first = history.findIndex((message) => message.role === 'user');
  const kept = first === -1 ? [] : history.slice(first);
  let size = kept.reduce((sum, message) => sum + sizeOf(message), 0);
  for (let index = 0; index < kept.length && size > budget; index += 1) {
    const message = kept[index];
    if (message?.role !== 'tool' || message.content.length <= LEFT_OUT.length) continue;
    const emptied = { ...message, content: LEFT_OUT };
    size -= sizeOf(message) - sizeOf(emptied);
    kept[index] = emptied;
  }
  while (kept.length > 0 && size > budget) {
    const next = kept.findIndex((message, index) => index > 0 && message.role === 'user');
    const dropped = kept.splice(0, next === -1 ? kept.length : next);
    size -= dropped.reduce((sum, message) => sum + sizeOf(message), 0);
  }
  return kept;
}

/** The characters a message costs the model. */
export function sizeOf(message: LlmMessage): number {
  const calls =
    message.role === 'assistant' && message.toolCalls ? JSON.stringify(message.toolCalls) : '';
  return message.content.length + calls.length;
}
