import { defined } from '../../../src/foundation/defined.js';
import { readHeading, readTitle } from '../../../src/references/headings.js';
import { objectsOf, textOf, textsOf } from '../answers/words.js';

/** A block with the number it is cited by. */
export interface FoundBlock {
  number: number;
  text: string;
}

/** A passage of a document as a search gave it. */
export interface FoundChunk {
  title: string;
  /** The innermost heading; empty where there is none. */
  section: string;
  /** How the provision is cited, "StrlSchG § 78"; absent where its heading has no number. */
  cited?: string;
  /** Its id in a graph of provisions. */
  nodeId?: number;
  /** From 0 to 1. */
  score: number;
  blocks: FoundBlock[];
}

/** What a search, and the reading after it, brought. */
export interface Found {
  chunks: FoundChunk[];
  /** True where there are no texts at all. */
  isEmpty: boolean;
  /** Documents that were still being read. */
  beingRead: number;
}

/** What was found, with what the search notes of it. */
export function foundOf(chunks: FoundChunk[], notes: unknown): Found {
  const counts = textsOf(notes).map((note) => /^(\d+) documents? (?:is|are) still/.exec(note)?.[1]);
  const empty = /knowledge base .{0,80} is empty|there are no documents/i;
  return {
    chunks,
    isEmpty: textsOf(notes).some((note) => empty.test(note)),
    beingRead: Math.max(0, ...counts.map((count) => Number(count ?? 0))),
  };
}

/** Reads passages as a search gives them; what does not have their shape is left out. */
export function readChunks(chunks: unknown): FoundChunk[] {
  return objectsOf(chunks).map(({ title, section, score, blocks }) => ({
    ...placeIn(textOf(title), textOf(section).split(' › ')),
    score: typeof score === 'number' ? score : 0,
    blocks: blocksIn(blocks),
  }));
}

/** The blocks of a list that have a number and a text. */
export function blocksIn(blocks: unknown): FoundBlock[] {
  return objectsOf(blocks).flatMap(({ number, text }) =>
    typeof number === 'number' && typeof text === 'string' ? [{ number, text }] : [],
  );
}

/** Where a passage stands, by the headings above it: what its provision is, and which law the first of them names. */
export function placeIn(
  title: string,
  path: readonly string[],
): Pick<FoundChunk, 'title' | 'section' | 'cited'> {
  const section = path.at(-1) ?? '';
  const numbered = path.map(readHeading).findLast(({ kind }) => /^(?:section|annex)$/.test(kind));
  const act = readTitle(title).abbreviation || readTitle(path[0] ?? '').abbreviation;
  return {
    ...{ title, section: section === title ? '' : section },
    ...defined({ cited: numbered && `${act} ${numbered.label}`.trim() }),
  };
}

/** A request that brings what it is to be answered from. */
export interface Given {
  question: string;
  chunks: FoundChunk[];
}

const FRAME = /^([^]*?)\n\nPassages:\n(?=\[\d+\] )([^]*)$/;
const PASSAGE = /^\[(\d+)\] (?:([^\n]*?): )?([^]*)$/;

/** None of them is known to fit better than another. */
const SCORE = 0.5;

/** Reads "question, Passages:, [3] Title: text, …" of a request; undefined for any other. */
export function readGiven(request: string): Given | undefined {
  const [, question, list] = FRAME.exec(request) ?? [];
  if (question === undefined || list === undefined) return undefined;
  const chunks = list.split(/\n(?=\[\d+\] )/).flatMap((each) => {
    const [, number, title = '', text = ''] = PASSAGE.exec(each) ?? [];
    const blocks = [{ number: Number(number), text }];
    return number === undefined ? [] : [{ title, section: '', score: SCORE, blocks }];
  });
  return { question, chunks };
}
