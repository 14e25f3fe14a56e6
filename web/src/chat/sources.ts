import { createContext } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';

/** A place in a document: the block that is shown first and marked. */
export interface DocumentPlace {
  documentId: string;
  blockId?: string;
}

/** What the markers of an answer stand for, and how a document is opened beside it. */
export interface AnswerSources {
  byNumber: ReadonlyMap<number, Citation>;
  open: (place: DocumentPlace) => void;
}

/** Given by a turn to the text in it. */
export const SourcesContext = createContext<AnswerSources | undefined>(undefined);

/** What a source is called: `Source 2: Returns, page 4`. */
export function sourceName(citation: Citation): string {
  return `Source ${citation.number}: ${citation.title}${pageWords(citation)}`;
}

/** `, page 4`, or nothing for a source without pages. */
export function pageWords(citation: Citation): string {
  return 'page' in citation && citation.page !== undefined ? `, page ${citation.page}` : '';
}

/** Where a source stands in the user's documents; undefined for a page outside. */
export function placeOf(citation: Citation): DocumentPlace | undefined {
  if (!('block_id' in citation)) return undefined;
  return { documentId: citation.document_id, blockId: citation.block_id };
}
