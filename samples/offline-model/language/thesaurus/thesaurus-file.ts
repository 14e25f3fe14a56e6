import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Language } from '../stop-words.js';
import { phraseKey } from './phrase-key.js';

/** Words that stand for each other in one sense. */
export interface WordGroup {
  words: readonly string[];
  /** Where groups that say the same less exactly stand in the list: of "dinghy" that of "boat". */
  broader: readonly number[];
}

/** Lists of numbers, one after the other: list n goes from `starts[n]` to `starts[n + 1]`. */
export interface NumberLists {
  starts: Uint32Array;
  numbers: Uint32Array;
}

/** A thesaurus as it is looked up; words and groups are numbers. */
export interface ThesaurusData {
  /** All words, each in a line with its key (`key<tab>word`), sorted. */
  text: Buffer;
  /** Where each line begins, and where the text ends. */
  lines: Uint32Array;
  /** The words of each group. */
  groups: NumberLists;
  /** The groups that are broader than each. */
  broader: NumberLists;
}

/**
 * A thesaurus as a file, compressed: the length of the text, the text with a line for each word, sorted by what forms
 * of a word have in common; then for each group the numbers of its words, and those of broader groups.
 */
export function packed(groups: readonly WordGroup[], language: Language): Buffer {
  const words = [...new Set(groups.flatMap(({ words }) => words))];
  const lines = words.map((word) => Buffer.from(`${phraseKey(word, language)}\t${word}\n`));
  lines.sort((a, b) => a.compare(b));
  const numbers = new Map(lines.map((line, at) => [wordIn(line.toString().trimEnd()), at]));
  const text = Buffer.concat(lines);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const inGroups = groups.map(({ words }) => words.map((word) => numbers.get(word) ?? 0));
  const broader = groups.map((group) => group.broader);
  const lists = Buffer.from([...inGroups, ...broader].flatMap(listBytes));
  return brotliCompressSync(Buffer.concat([length, text, lists]));
}

export function unpacked(file: Buffer): ThesaurusData {
  const content = brotliDecompressSync(file);
  const text = content.subarray(4, 4 + content.readUInt32LE());
  const all = listsIn(content.subarray(4 + text.length));
  const half = (all.starts.length - 1) / 2;
  return {
    text,
    lines: lineStarts(text),
    groups: { starts: all.starts.subarray(0, half + 1), numbers: all.numbers },
    broader: { starts: all.starts.subarray(half), numbers: all.numbers },
  };
}

/** The word of a line. */
export function wordIn(line: string): string {
  return line.slice(line.indexOf('\t') + 1);
}

/** How many there are, and each as what it is more than the one before: seven bits a byte, the lowest first. */
function listBytes(numbers: readonly number[]): number[] {
  const sorted = [...numbers].sort((a, b) => a - b);
  return [sorted.length, ...sorted.map((each, at) => each - (sorted[at - 1] ?? 0))].flatMap(bytes);
}

function bytes(number: number): number[] {
  return number < 128 ? [number] : [128 + (number % 128), ...bytes(Math.floor(number / 128))];
}

function listsIn(content: Buffer): NumberLists {
  const starts = [0];
  const numbers: number[] = [];
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = content[at++] ?? 0;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < content.length) {
    let number = 0;
    for (let left = next(); left > 0; left -= 1) numbers.push((number += next()));
    starts.push(numbers.length);
  }
  return { starts: Uint32Array.from(starts), numbers: Uint32Array.from(numbers) };
}

function lineStarts(text: Buffer): Uint32Array {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return Uint32Array.from(starts);
}
