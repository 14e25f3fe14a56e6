import { notesIn, withoutNotes } from '../../foundation/user-notes.js';
import type { LlmMessage } from '../../llm/types.js';

/**
 * What was said before the user last said `message`, and the notes that came with it: what a model is given
 * that answers it again. Everything, where it was never said.
 */
export function beforeLast(
  messages: readonly LlmMessage[],
  message: string,
): { messages: readonly LlmMessage[]; notes?: string[] } {
  const at = messages.findLastIndex(
    (said) => said.role === 'user' && withoutNotes(said.content) === message,
  );
  const said = messages[at];
  if (said?.role !== 'user') return { messages };
  return { messages: messages.slice(0, at), notes: notesIn(said.content) };
}
