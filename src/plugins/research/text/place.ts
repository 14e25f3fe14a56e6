import { firstChars } from '../../../foundation/first-chars.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { Excerpt } from '../judge/material.js';
import type { ContextEntry, SourcePlace } from '../state.js';

/** The longest text of a passage that is kept. */
const MAX_CHUNK_CHARS = 2000;

/** Where a passage stands, and its text. */
export function placeOf(passage: Passage): SourcePlace & { chunkId: string; chunk: string } {
  return {
    chunkId: passage.chunkId,
    chunk: firstChars(passage.text, MAX_CHUNK_CHARS),
    documentId: passage.documentId,
    document: passage.title,
    heading: passage.headingPath.join(' › '),
    page: passage.page,
    blockIds: passage.blocks.map(({ id }) => id),
  };
}

/** A kept text as a judge reads it. */
export function excerptOf(place: Pick<ContextEntry, 'document' | 'heading' | 'chunk'>): Excerpt {
  return { document: place.document, heading: place.heading, text: place.chunk };
}

/** What stands between the parts of a text of which something in the middle is left out. */
export const LEFT_OUT = ' … ';

/** An item without what joins it to the next one: ", or". */
export function withoutJoint(item: string): string {
  return item.replace(/(?:,? (?:und|oder|and|or)|[,;])$/, '');
}

/** A text of so many characters at most, cut between words; what is left out stands as an ellipsis. */
export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const kept = firstChars(text, maxChars);
  return `${kept.slice(0, kept.lastIndexOf(' '))} …`;
}

/** A text as it is compared: lower case, and any white space one blank. */
export function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
