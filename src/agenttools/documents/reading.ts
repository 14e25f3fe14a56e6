import { AppError } from '../../foundation/errors.js';
import type { Block } from '../../knowledge/blocks.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import { evidenceSlot } from '../knowledge/evidence.js';
import type { ToolContext } from '../tool.js';
import { searchOnce } from './search.js';

/** How one document is read. */
export interface Reading {
  docId: string;
  /** Reads what fits this best instead of the beginning. */
  focus?: string;
  /** The position of the first block, from 0. */
  from?: number;
  /** The most characters of text. */
  budget: number;
}

const FOCUSED_PASSAGES = 8;
const BLOCKS_AT_ONCE = 400;

/** A document's blocks as the model reads them, each with the number to cite it by: from there on it counts as read. */
export async function readDocument(reading: Reading, context: ToolContext) {
  const document = await findReadable(reading.docId, context);
  const focused = await focusedBlocks(reading, context);
  const found = focused ?? (await blocksFrom(reading, context));
  const blocks = withinBudget(found, reading.budget);
  const evidence = context.scratch.of(evidenceSlot);
  const { id, title, pages } = document;
  const next = focused === undefined ? (blocks.at(-1)?.position ?? 0) + 1 : document.blockCount;
  return {
    doc_id: id,
    filename: title,
    ...(pages === undefined ? {} : { page_count: pages }),
    blocks: blocks.map((block) =>
      block.kind === 'heading'
        ? { heading: block.text }
        : {
            number: evidence.addBlock({ ...block, documentId: id, title }),
            ...(block.page === undefined ? {} : { page: block.page }),
            text: block.text,
          },
    ),
    ...(next < document.blockCount ? { more_from_block: next } : {}),
    ...(focused === undefined ? {} : { note: 'Only the places that fit focus_query.' }),
  };
}

/** The document, if it can be read; what to do instead otherwise. */
export async function findReadable(
  docId: string,
  { caller, knowledge }: ToolContext,
): Promise<StoredDocument> {
  const document = await knowledge.document(caller.userId, docId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError(
      'not_found',
      `There is no document ${docId.slice(0, 80)}. Use a doc_id that search_documents returned.`,
    );
  });
  if (document.state === 'ready' || document.state === 'embedding') return document;
  const state = document.state === 'failed' ? 'could not be read' : 'is still being read';
  throw new AppError('not_found', `"${document.title}" ${state}: go on without it, and say so.`);
}

/** The blocks of the places that fit the focus, in their order; undefined when there is none. */
async function focusedBlocks(
  { docId, focus }: Reading,
  context: ToolContext,
): Promise<Pick<Block, 'id' | 'kind' | 'page' | 'text' | 'position'>[] | undefined> {
  if (focus === undefined) return undefined;
  const asked = { query: focus, topK: FOCUSED_PASSAGES, documentIds: [docId] };
  const { answer } = await searchOnce(asked, context);
  const blocks = new Map(
    answer.passages.flatMap(({ blocks: each }) => each).map((block) => [block.id, block]),
  );
  if (blocks.size === 0) return undefined;
  return [...blocks.values()].sort((a, b) => a.position - b.position);
}

function blocksFrom({ docId, from = 0 }: Reading, { caller, knowledge }: ToolContext) {
  return knowledge.blocks(caller.userId, docId, from, BLOCKS_AT_ONCE);
}

/** The first blocks that fit, and at least one. */
function withinBudget<T extends { text: string }>(blocks: readonly T[], budget: number): T[] {
  let left = budget;
  return blocks.filter(({ text }, at) => {
    left -= text.length;
    return left >= 0 || at === 0;
  });
}
