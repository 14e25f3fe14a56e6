import { stem } from '../language/english-stem.js';
import { makesOther, refuseQuestion } from '../audit/refusal.js';
import { wordSet } from '../data.js';
import { ranks } from '../lexicon.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { Reading } from '../reading/reading.js';
import { isOdd } from './names.js';

/** Whether the key of a record is among the words that are left out. */
export function leavesKey(unread: readonly string[], reading: Reading): boolean {
  return reading.tokens.some((token) => isOdd(token) && unread.includes(token.text));
}

/** Words that were looked for beside others, and that nothing that was found holds; a wish that has some is refused. */
export function lostWords(query: string, told: string, reading: Reading, isWish = false): string[] {
  const sought = wordSet(query.toLowerCase());
  const isTold = (word: string) => told.includes(stem(word));
  const lost = reading.tokens
    .filter(({ lower }) => sought.has(lower) && !isTold(lower) && [...sought].some(isTold))
    .map(({ text }) => text);
  if (isWish || makesOther(lost, reading)) refuseQuestion(lost, reading);
  return lost;
}

/** "the median order value": looking for the word is no answer to what it asks. */
export function requireNoRank(reading: Reading, values: JsonObject): void {
  const sought = wordSet(Object.values(values).join(' ').toLowerCase());
  const strange = reading.tokens
    .filter(
      ({ text, lower }, at) =>
        (sought.has(lower) || sought.has(text.toLowerCase())) &&
        (reading.at(at, 'dir.*') !== undefined || ranks.has(text.toLowerCase())),
    )
    .map(({ text }) => text);
  refuseQuestion(strange, reading);
}
