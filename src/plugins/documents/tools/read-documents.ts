import { textProperty } from '../../../foundation/json.js';
import { ifCode, notFound, toErrorBody } from '../../../foundation/errors.js';
import { toolsFor, type ToolCall } from '../../../agenttools/tool.js';
import type { VariantServices } from '../../../citations/query-variants.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import { requireByName } from '../../../agenttools/names.js';
import { MAX_TITLE, type StoredDocument } from '../../../knowledge/document.model.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import { evidenceSlot } from '../../../citations/evidence.js';
import { searchOnce } from '../../../citations/search-passages.js';

interface DocumentServices extends VariantServices {
  knowledge: Knowledge;
}

export type DocumentCall = ToolCall & DocumentServices;

export const documentTool = toolsFor<DocumentServices>('documents');

export const docIdProperty = textProperty(
  'From search_documents; a title is looked up.',
  MAX_TITLE,
);

export interface Reading {
  docId: string;
  focus?: string;
  from?: number;
  budget: number;
}

const FOCUSED_PASSAGES = 8;
const BLOCKS_AT_ONCE = 400;

/** A document's blocks as the model reads them, each with the number to cite it by: from there on it counts as read. */
export async function readDocument(reading: Reading, context: DocumentCall) {
  const document = await findReadable(reading.docId, context);
  const { id, title, pages, readBy } = document;
  const named = { doc_id: id, filename: title, page_count: pages, text_read_from_image_by: readBy };
  const passages = await focusedPassages(reading, document, context);
  const evidence = context.scratch.of(evidenceSlot);
  const read = ({ page, text, ...block }: Passage['blocks'][number]) => {
    const source = { ...block, page, text, documentId: id, title, readBy };
    return { number: evidence.addBlock(source), page, text };
  };
  if (passages !== undefined) {
    const blocks = passages.flatMap((passage) => [
      { heading: passage.headingPath.at(-1) ?? title, fit: Math.round(passage.score * 100) / 100 },
      ...passage.blocks.filter(({ kind }) => kind !== 'heading').map(read),
    ]);
    const note = 'Only the places that fit focus_query; fit tells how well, up to 1.';
    return { ...named, blocks, note };
  }
  const { from = 0, budget } = reading;
  const { caller, knowledge } = context;
  const rest = await knowledge.blocks(caller.userId, id, from, BLOCKS_AT_ONCE);
  const blocks = withinBudget(rest, budget);
  const next = (blocks.at(-1)?.position ?? 0) + 1;
  return {
    ...named,
    blocks: blocks.map((each) => (each.kind === 'heading' ? { heading: each.text } : read(each))),
    more_from_block: next < document.blockCount ? next : undefined,
  };
}

/** The document with this id, file name or title, if it can be read; which there are otherwise. */
export async function findReadable(docId: string, context: DocumentCall): Promise<StoredDocument> {
  const document = await findDocument(docId, context);
  if (document.state === 'ready' || document.state === 'embedding') return document;
  const state = document.state === 'failed' ? 'could not be read' : 'is still being read';
  throw notFound(`"${document.title}" ${state}: continue without it, and say so.`);
}

async function findDocument(
  idOrName: string,
  { caller, knowledge }: DocumentCall,
): Promise<StoredDocument> {
  const byId = knowledge.document(caller.userId, idOrName);
  const found = await byId.catch(ifCode('not_found', undefined));
  if (found !== undefined) return found;
  const documents = await knowledge.documents(caller.userId);
  const ofFile = documents.filter(({ fileName }) => fileName === idOrName);
  if (ofFile.length === 1 && ofFile[0] !== undefined) return ofFile[0];
  return requireByName(documents, idOrName, { nameOf: ({ title }) => title, noun: 'document' });
}

/** The places that fit the focus, the best that the budget holds, in the document's order; undefined when none fits. */
async function focusedPassages(
  { focus, budget }: Reading,
  { id, kbId }: StoredDocument,
  context: DocumentCall,
): Promise<Passage[] | undefined> {
  if (focus === undefined) return undefined;
  const asked = { query: focus, topK: FOCUSED_PASSAGES, documentIds: [id], kbId };
  const { answer } = await searchOnce(asked, context);
  if (answer.passages.length === 0) return undefined;
  const best = withinBudget(answer.passages, budget);
  return best.sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ blocks }: Passage): number {
  return blocks[0]?.position ?? 0;
}

/** The first items that fit, and at least one. */
function withinBudget<T extends { text: string }>(items: readonly T[], budget: number): T[] {
  let left = budget;
  return items.filter(({ text }, at) => {
    left -= text.length;
    return left >= 0 || at === 0;
  });
}

/** Characters of text that one call reads: well within what a model gets of one result. */
const BUDGET = 24_000;

const focusQuery = textProperty(
  'Reads only the places that fit this; without it from the beginning.',
  500,
  2,
);

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
    result: await readDocument({ docId: doc_id, budget: BUDGET, focus, from }, context),
  }),
});

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
      const failed = (error: unknown) => ({ doc_id: docId, ...toErrorBody(error) });
      documents.push(await readDocument(reading, context).catch(failed));
    }
    const isError = documents.every((document) => 'error' in document);
    return { result: { documents }, isError };
  },
});
