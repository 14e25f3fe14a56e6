import { defined } from '../../../src/foundation/defined.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { readHeading, readTitle } from '../../../src/references/headings.js';
import { objectOf, objectsOf, textOf, textsOf } from '../answers/words.js';

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
  /** From 0 to 1. */
  score: number;
  blocks: FoundBlock[];
}

/** An answer from outside, its markers being numbers to cite by. */
export interface OutsideAnswer {
  resultId: string;
  answer: string;
  numbers: string[];
}

/** What a search of the knowledge base brought. */
export interface Found {
  chunks: FoundChunk[];
  /** Earlier answers from outside whose keywords fit, the best first. */
  earlier: OutsideAnswer[];
  isEmpty: boolean;
  /** Documents that were still being read. */
  beingRead: number;
}

/** Reads the result of a search; what does not have its shape is left out. */
export function readFound(data: unknown): Found {
  const body = objectOf(data);
  return {
    chunks: objectsOf(body['chunks']).map(readChunk),
    earlier: objectsOf(body['earlier_outside_results']).map(readOutside),
    beingRead: readUnderWay(body['notes']),
    isEmpty: textsOf(body['notes']).some((note) => /knowledge base .{0,80} is empty/i.test(note)),
  };
}

/** How many documents the notes of a search say are still being read. */
export function readUnderWay(notes: unknown): number {
  return Math.max(
    0,
    ...textsOf(notes).map((note) =>
      Number(/^(\d+) documents? (?:is|are) still/.exec(note)?.[1] ?? 0),
    ),
  );
}

/** Reads an answer from outside. */
export function readOutside(data: unknown): OutsideAnswer {
  const body = objectOf(data);
  return {
    resultId: textOf(body['result_id']),
    answer: textOf(body['answer']),
    numbers: objectsOf(body['citations']).map(({ number }) => String(number)),
  };
}

function readChunk(chunk: JsonObject): FoundChunk {
  const title = textOf(chunk['title']);
  const path = textOf(chunk['section']).split(' › ');
  return {
    ...placeIn(title, path),
    score: typeof chunk['score'] === 'number' ? chunk['score'] : 0,
    blocks: objectsOf(chunk['blocks']).flatMap(({ number, text }) =>
      typeof number === 'number' && typeof text === 'string' ? [{ number, text }] : [],
    ),
  };
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
