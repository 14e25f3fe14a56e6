import { withoutNotes } from '../foundation/user-messages.js';
import type { LlmMessage } from '../llm/types.js';
import type { WeightedText } from '../toolindex/query-vectors.js';

/** A message of this many words leans on the turn before at full {@link MOST}; a longer one less. */
const WORDS = 6;
const MOST = 0.8;
const USER_TURNS = 3;
/** The assistant's last words against the user's: what was asked back is half of what "yes" means. */
const ASSISTANT = 0.6;
const ASSISTANT_LENGTH = 300;
/** What weighs less changes nothing and costs an embedding. */
const LEAST = 0.1;

/** The message and, oldest first, turns it may lean on: the shorter it is, the more they weigh (measured: docs/selection.md). */
export function queryTurns(message: string, history: readonly LlmMessage[]): WeightedText[] {
  const words = message.match(/[\p{L}\p{N}']+/gu)?.length ?? 0;
  const rate = Math.min(MOST, WORDS / Math.max(1, words));
  const said = history.filter(({ role }) => role === 'user').slice(-USER_TURNS);
  const turns = said.map(({ content }, at) => ({
    text: withoutNotes(content),
    weight: rate ** (said.length - at),
  }));
  turns.push({ text: lastAnswer(history), weight: ASSISTANT * rate });
  const read = turns.filter(({ text, weight }) => weight >= LEAST && text.trim() !== '');
  return [...read, { text: message, weight: 1 }];
}

function lastAnswer(history: readonly LlmMessage[]): string {
  const said = history.findLast(
    (message) => message.role === 'assistant' && !message.isNote && message.content.trim() !== '',
  );
  return said?.content.trimEnd().slice(-ASSISTANT_LENGTH) ?? '';
}
