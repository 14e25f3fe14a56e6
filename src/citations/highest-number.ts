import type { LlmMessage } from '../llm/types.js';

const NUMBER = /"number":(\d{1,3})\b/g;

/** Markers have at most three digits; a talk that comes near it counts from the start again. */
const MAX_START = 700;

/**
 * The highest number under which the results in a conversation can be cited, 0 when there is none: what a
 * run reads is numbered after it, so that a number of an earlier run never stands for another block.
 */
export function highestNumber(history: readonly LlmMessage[]): number {
  let highest = 0;
  for (const message of history) {
    if (message.role !== 'tool') continue;
    for (const [, digits] of message.content.matchAll(NUMBER)) {
      highest = Math.max(highest, Number(digits));
    }
  }
  return highest > MAX_START ? 0 : highest;
}
