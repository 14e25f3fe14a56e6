import { countWords } from '../language/sentences.js';
import type { Block } from './blocks.js';

/** Neighbouring blocks under one heading, large enough to be understood and small enough to be found. */
export interface Chunk {
  /** From 0, in the document's order. */
  position: number;
  headingPath: readonly string[];
  /** The first block's page. */
  page?: number;
  /** The text of its blocks, a line each, without headings: those are in `headingPath`. */
  text: string;
  blockIds: readonly string[];
}

/** The bound of a chunk in words; only a single block may be longer. */
export const MAX_CHUNK_WORDS = 220;

/**
 * Chunks of a document's blocks: each block in exactly one, in order. A heading begins a chunk and belongs
 * to it; a heading that is followed by another at once joins the next text below it.
 */
export function toChunks(blocks: readonly Block[], maxWords = MAX_CHUNK_WORDS): Chunk[] {
  const groups: Block[][] = [];
  let words = 0;
  for (const block of blocks) {
    const open = groups.at(-1);
    const count = countWords(block.text);
    if (open === undefined || startsAnew(open, block, words + count > maxWords)) {
      groups.push([block]);
      words = count;
    } else {
      open.push(block);
      words += count;
    }
  }
  return groups.map(toChunk);
}

/** A heading keeps what follows it: its first text, or a heading below it. */
function startsAnew(open: readonly Block[], block: Block, isFull: boolean): boolean {
  const last = open.at(-1);
  if (block.kind !== 'heading') return isFull && !isHeadingsOnly(open);
  const isBelow = block.headingPath.length > (last?.headingPath.length ?? 0);
  return !isHeadingsOnly(open) || !isBelow;
}

function isHeadingsOnly(open: readonly Block[]): boolean {
  return open.every(({ kind }) => kind === 'heading');
}

function toChunk(blocks: readonly Block[], position: number): Chunk {
  const [first] = blocks;
  const body = blocks.filter(({ kind }) => kind !== 'heading');
  const last = blocks.at(-1);
  const headings = last?.kind === 'heading' ? [...last.headingPath, last.text] : last?.headingPath;
  return {
    position,
    headingPath: headings ?? [],
    page: first?.page,
    text: body.map(({ text }) => text).join('\n'),
    blockIds: blocks.map(({ id }) => id),
  };
}
