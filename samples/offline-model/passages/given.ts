import type { FoundChunk } from './found.js';

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
