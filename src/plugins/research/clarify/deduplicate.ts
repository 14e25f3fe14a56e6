import { createHash } from 'node:crypto';
import { comparable } from '../text/terms.js';

/** What was retrieved, as far as repetitions are concerned. */
interface Retrieved {
  chunkId: string;
  chunk: string;
}

/** What is left of a retrieval when repetitions are taken out. */
export interface Deduplicated<T> {
  /** Those that were not known before, in order. */
  fresh: T[];
  /** The share of all that was retrieved that was known before, 0 to 1; 0 when nothing was retrieved. */
  ratio: number;
}

/**
 * Takes out what was seen before: in `known` (earlier rounds), or earlier in this same retrieval (by another
 * of its queries). The same id is a repetition, and so is the same content under another id. Three queries
 * that find the same passages come to 2/3 in the first round, so that it cannot look exhausted.
 */
export function deduplicate<T extends Retrieved>(
  retrieved: readonly T[],
  known: readonly Retrieved[],
): Deduplicated<T> {
  const seen = new Set(known.flatMap(keysOf));
  const fresh = retrieved.filter((each) => {
    const keys = keysOf(each);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
  const repeated = retrieved.length - fresh.length;
  return { fresh, ratio: retrieved.length === 0 ? 0 : repeated / retrieved.length };
}

function keysOf({ chunkId, chunk }: Retrieved): string[] {
  const text = comparable(chunk);
  // Headings without text of their own are not alike for that.
  if (text === '') return [`id:${chunkId}`];
  return [`id:${chunkId}`, `text:${createHash('sha256').update(text).digest('base64')}`];
}
