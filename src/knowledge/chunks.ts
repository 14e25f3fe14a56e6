import { countWords } from '../language/sentences.js';
import { firstChars } from '../foundation/text.js';
import { newId } from '../foundation/ids.js';
import { toText } from '../store/stored-text.js';
import { DocumentRefused } from './document-refused.js';
import type { PageBox, Piece } from './parsing/parse-document.js';

/** Neighbouring blocks under one heading, large enough to be understood and small enough to be found. */
export interface Chunk {
  position: number;
  headingPath: readonly string[];
  page?: number;
  /** The text of its blocks, a line each, without headings: those are in `headingPath`. */
  text: string;
  blockIds: readonly string[];
}

export const MAX_CHUNK_WORDS = 220;

/** Chunks with each block in one, in order; headings begin one, and those in a row join the text below. */
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

/** After a sentence, a line, a clause, a word: where a text is split, the best place first. */
const BREAKS = [/[.!?…:]["”’)\]]*\s+/g, /\n+/g, /[;,]\s+/g, /\s+/g];

/** Parts of at most `max` characters, split after a sentence of the second half, else at the next best place. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const end = breakAt(rest, max);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

function breakAt(text: string, max: number): number {
  const head = text.slice(0, max + 1);
  for (const place of BREAKS) {
    const ends = [...head.matchAll(place)].map((match) => match.index + match[0].trimEnd().length);
    const last = ends.filter((end) => end <= max).at(-1);
    if (last !== undefined && last > max / 2) return last;
  }
  // Not between the halves of a surrogate pair.
  return /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
}

export interface Block {
  id: string;
  position: number;
  kind: Piece['kind'];
  /** The headings it stands under, the highest first; for a heading, those above it. */
  headingPath: readonly string[];
  /** From 1; absent for formats without pages. */
  page?: number;
  /** Where it stands there; of a split paragraph where all of it does. Absent where it is not known. */
  box?: PageBox;
  text: string;
}

export const MAX_BLOCK_CHARS = 1200;

const MAX_BLOCKS = 50_000;
const MAX_CHARS = 10_000_000;
const MAX_HEADING_CHARS = 300;

/** The blocks of a document's pieces, in order. Rejects with `DocumentRefused` a document without text, or with far too much. */
export function toBlocks(pieces: readonly Piece[]): Block[] {
  const blocks: Block[] = [];
  const headings: { level: number; text: string }[] = [];
  let chars = 0;
  for (const { kind, level = 1, page, box, text: written } of pieces) {
    // Full text search takes a letter and its mark for one only when they are one character.
    const text = toText(written).normalize('NFC');
    if (kind === 'heading') while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
    const headingPath = headings.map((heading) => heading.text);
    for (const part of splitText(text, MAX_BLOCK_CHARS)) {
      const place = { headingPath, page, box };
      blocks.push({ id: newId(), position: blocks.length, kind, ...place, text: part });
      chars += part.length;
      if (blocks.length > MAX_BLOCKS || chars > MAX_CHARS) throw tooLong();
    }
    if (kind === 'heading') headings.push({ level, text: firstChars(text, MAX_HEADING_CHARS) });
  }
  if (chars === 0) throw new DocumentRefused('empty', 'The file has no text that could be read.');
  return blocks;
}

function tooLong(): DocumentRefused {
  return new DocumentRefused(
    'too_large',
    `The document has more than ${MAX_BLOCKS} paragraphs or ${MAX_CHARS} characters. Split it into smaller ones.`,
  );
}
