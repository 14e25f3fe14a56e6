import type { FinishReason } from '../llm/types.js';

/**
 * What the user is told when a model ended its answer for a reason other than being done; undefined
 * when the answer speaks for itself. Without text even an unnamed reason needs a sentence.
 */
export function finishSentence(reason: FinishReason, text: string): string | undefined {
  const sentence = sentences[reason];
  if (sentence !== undefined) return sentence;
  const silent = reason === 'other' && text.trim() === '';
  return silent ? 'The model ended without an answer. Send the message again.' : undefined;
}

const sentences: Readonly<Partial<Record<FinishReason, string>>> = {
  safety:
    "The model's provider stopped this answer because of its safety rules. Ask in other words, or for less.",
  length:
    'The answer was cut off at the limit for one answer. Ask for a shorter one, or say "continue".',
  malformed_call:
    'The model wanted to use a tool, but its call was garbled, so nothing was done. Send the message again.',
};
