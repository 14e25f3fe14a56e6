import type { JsonObject } from '../../../foundation/json.js';
import {
  objectOf,
  objectsOf,
  textOf,
  type FoundChunk,
} from '../../../../samples/offline-model/kit.js';

/** A document that a search found. */
export interface FoundDocument {
  id: string;
  title: string;
  score: number;
}

/** The documents of a search's result, the best first. */
export function readDocumentList(data: unknown): FoundDocument[] {
  return objectsOf(objectOf(data)['documents']).flatMap((line) => {
    const id = textOf(line['doc_id']);
    return id === '' ? [] : [{ id, title: textOf(line['filename']), score: Number(line['score']) }];
  });
}

/** The passages of one document that was read, or of several: what stands under one heading is one. */
export function readPassages(data: unknown, found: readonly FoundDocument[]): FoundChunk[] {
  const body = objectOf(data);
  const documents = 'documents' in body ? objectsOf(body['documents']) : [body];
  return documents.flatMap((document) => passagesOf(document, found));
}

function passagesOf(document: JsonObject, found: readonly FoundDocument[]): FoundChunk[] {
  const title = textOf(document['filename']);
  const whole = found.find(({ id }) => id === document['doc_id'])?.score ?? 0;
  const passages: FoundChunk[] = [{ title, section: '', score: whole, blocks: [] }];
  const lines = objectsOf(document['blocks']);
  // The best place is as good as the search said the document is; the others are measured by it.
  const best = Math.max(0, ...lines.map(({ fit }) => Number(fit ?? 0)));
  for (const { heading, fit, number, text } of lines) {
    if (typeof heading === 'string') {
      const score = typeof fit === 'number' && best > 0 ? (whole * fit) / best : whole;
      passages.push({ title, section: heading === title ? '' : heading, score, blocks: [] });
    } else if (typeof number === 'number' && typeof text === 'string') {
      passages.at(-1)?.blocks.push({ number, text });
    }
  }
  return passages.filter(({ blocks }) => blocks.length > 0);
}
