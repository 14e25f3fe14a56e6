import { toErrorBody } from '../../../foundation/errors.js';
import { docIdProperty, readDocument } from './reading.js';
import { documentTool } from '../services.js';

/** Characters of text that one call reads: well within what a model gets of one result. */
const BUDGET = 24_000;

const focusQuery = {
  type: 'string',
  minLength: 2,
  maxLength: 500,
  description: 'Reads only the places that fit this; without it from the beginning.',
};

/** Reads one document. */
export const readOneDocument = documentTool<{
  doc_id: string;
  focus_query?: string;
  from_block?: number;
}>({
  name: 'read_document',
  description:
    'Reads a document: its blocks, each with the number to cite it by. With focus_query only the places that fit; a long document says where it continues (from_block).',
  properties: {
    doc_id: docIdProperty,
    focus_query: focusQuery,
    from_block: { type: 'integer', minimum: 0, description: 'Where to continue: more_from_block.' },
  },
  required: ['doc_id'],
  examples: ['Read the valuation report', 'What does the contract say?', 'Open it and read on'],
  execute: async ({ doc_id, focus_query: focus, from_block: from }, context) => ({
    result: await readDocument(
      {
        docId: doc_id,
        budget: BUDGET,
        focus,
        from,
      },
      context,
    ),
  }),
});

/** Reads several documents. */
export const readMultipleDocuments = documentTool<{ doc_ids: string[]; focus_query?: string }>({
  name: 'read_multiple_documents',
  description:
    'Reads up to 15 documents at once, each in a share of the space: with focus_query the places that fit. For comparisons.',
  properties: {
    doc_ids: { type: 'array', minItems: 1, maxItems: 15, items: docIdProperty, uniqueItems: true },
    focus_query: focusQuery,
  },
  required: ['doc_ids'],
  examples: ['Compare these two reports', 'Read all of them'],
  execute: async ({ doc_ids: ids, focus_query: focus }, context) => {
    const budget = Math.floor(BUDGET / ids.length);
    const documents = [];
    // One after the other, so that the numbers follow the order that was asked for.
    for (const docId of ids) {
      const reading = { docId, budget, focus };
      const read = readDocument(reading, context);
      documents.push(
        await read.catch((error: unknown) => ({ doc_id: docId, ...toErrorBody(error) })),
      );
    }
    const isError = documents.every((document) => 'error' in document);
    return { result: { documents }, isError };
  },
});
