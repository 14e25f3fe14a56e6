import { firstChars } from '../../../src/foundation/first-chars.js';
import { sentencesOf as splitSentences } from '../../../src/foundation/sentences.js';
import { leaning } from './question-kinds.js';
import type { FoundChunk } from './found.js';

/** A sentence that can be quoted, and where it stands. */
export interface Sentence {
  text: string;
  /** The number of its block. */
  number: number;
  chunk: FoundChunk;
}

const QUOTE_CHARS = 600;

/** The sentences of a passage. One that leans on the sentence before ("It is …") comes with that one. */
export function sentencesOf(chunk: FoundChunk): Sentence[] {
  return chunk.blocks.flatMap(({ number, text }) => {
    const parts = splitSentences(text, 'en');
    return parts.map((part, at) => {
      const before = leaning.test(part) ? parts[at - 1] : undefined;
      const whole = before === undefined ? part : `${before} ${part}`;
      return { text: quotable(whole), number, chunk };
    });
  });
}

/** On one line, not too long, and without brackets that would be taken for a marker. */
function quotable(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/\[(\d[\d, ]*)\]/g, '($1)');
  return line.length <= QUOTE_CHARS ? line : `${firstChars(line, QUOTE_CHARS - 1).trimEnd()}…`;
}
