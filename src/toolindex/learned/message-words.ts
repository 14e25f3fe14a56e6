import { createHash } from 'node:crypto';
import { termsOf } from '../retrieve/words.js';

/** So many different words of a message are kept: a pasted text is no request. */
const MAX_WORDS = 60;

/** Of stored words; higher when {@link messageWords} changes, so that those from before are made again. */
export const WORDS_VERSION = 2;

/** What the words of a message are compared by, each once, as numbers of 32 bits. */
export function messageWords(message: string): number[] {
  return [...new Set(termsOf(message))].slice(0, MAX_WORDS).map(hashOf);
}

function hashOf(word: string): number {
  return createHash('sha256').update(word).digest().readInt32BE(0);
}
