import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import { findReferences } from '../../../references/find-references.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { Excerpt } from '../judge/judge.js';
import type { SourcePlace } from '../state.js';

/** The longest text of a passage that is kept. */
export const MAX_CHUNK_CHARS = 2000;

const SEPARATOR = ' › ';

/** Where a passage stands, and its text. */
export function placeOf(passage: Passage): SourcePlace & { chunkId: string; chunk: string } {
  return {
    chunkId: passage.chunkId,
    chunk: firstChars(passage.text, MAX_CHUNK_CHARS),
    documentId: passage.documentId,
    document: passage.title,
    heading: passage.headingPath.join(SEPARATOR),
    ...defined({ page: passage.page }),
    blockIds: passage.blocks.map(({ id }) => id),
  };
}

/** A kept text as a judge reads it. */
export function excerptOf(place: { document: string; heading: string; chunk: string }): Excerpt {
  const headingPath = place.heading === '' ? [] : place.heading.split(SEPARATOR);
  return { title: place.document, headingPath, text: place.chunk };
}

/** The number of the section a heading path ends in. */
export function sectionOf(heading: string): string | undefined {
  return findReferences(heading.split(SEPARATOR).at(-1) ?? '').find(
    ({ kind }) => kind === 'section',
  )?.number;
}
