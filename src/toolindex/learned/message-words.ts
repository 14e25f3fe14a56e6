import { createHash } from 'node:crypto';
import { contentWords, readPart, wordFeature } from '../lexical/features.js';

/** So many different words of a message are kept: a pasted text is no request. */
const MAX_WORDS = 60;

/** The words of a message that say something, each stem once, as numbers of 32 bits. */
export function messageWords(message: string): number[] {
  const stems = new Set(contentWords(readPart(message)).map(wordFeature));
  return [...stems].slice(0, MAX_WORDS).map(hashOf);
}

function hashOf(word: string): number {
  return createHash('sha256').update(word).digest().readInt32BE(0);
}
