import { firstChars } from '../../../foundation/first-chars.js';
import { docIdProperty, findReadable } from './reading.js';
import { searchOnce } from '../../../citations/search-passages.js';
import { bestOfEach } from './search-documents.js';
import { documentTool } from '../services.js';

const PASSAGES = 50;
const OPENING_CHARS = 800;
const MAX_HEADINGS = 40;
/** Headings further in are for who reads the document. */
const BLOCKS_LOOKED_AT = 1000;

/** Reorders documents by how well they fit a question. */
export const rerankDocuments = documentTool<{ doc_ids: string[]; query: string }>({
  name: 'rerank_documents',
  description:
    'Orders documents by how well they fit a question, the best first, with scores. Use it when a search returned many and only some should be read.',
  properties: {
    doc_ids: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      items: docIdProperty,
    },
    query: { type: 'string', minLength: 2, maxLength: 500, description: 'The question.' },
  },
  required: ['doc_ids', 'query'],
  examples: ['Which of these documents fits best?'],
  execute: async ({ doc_ids: ids, query }, context) => {
    const found = await Promise.all(ids.map((id) => findReadable(id, context)));
    const known = new Map(found.map((document) => [document.id, document]));
    const documentIds = [...known.keys()];
    const { answer } = await searchOnce({ query, topK: PASSAGES, documentIds }, context);
    const scores = new Map(
      bestOfEach(answer.passages).map((best) => [best.documentId, best.score]),
    );
    const documents = [...known.values()]
      .map(({ id, title }) => ({ doc_id: id, filename: title, score: scores.get(id) ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .map((line) => ({ ...line, score: Math.round(line.score * 100) / 100 }));
    return { result: { documents, notes: answer.notes } };
  },
});

/** What a document is, without reading it. */
export const getDocumentSummary = documentTool<{ doc_id: string }>({
  name: 'get_document_summary',
  description:
    'Tells what a document is: kind, language, length, its headings and how it begins. Cannot be cited: read the document for that.',
  properties: { doc_id: docIdProperty },
  required: ['doc_id'],
  examples: ['What is this document about?', 'How long is the report?'],
  execute: async ({ doc_id: docId }, context) => {
    const document = await findReadable(docId, context);
    const { id, title, fileName, kind, language, pages, blockCount, createdAt } = document;
    const blocks = await context.knowledge.blocks(context.caller.userId, id, 0, BLOCKS_LOOKED_AT);
    const headings = blocks.filter((block) => block.kind === 'heading');
    const opening = blocks.filter((block) => block.kind !== 'heading').map(({ text }) => text);
    return {
      result: {
        doc_id: id,
        filename: title,
        file: fileName,
        kind,
        language,
        pages,
        blocks: blockCount,
        added: createdAt.toISOString().slice(0, 10),
        headings: headings.slice(0, MAX_HEADINGS).map(({ text }) => text),
        begins: firstChars(opening.join('\n'), OPENING_CHARS),
      },
    };
  },
});
