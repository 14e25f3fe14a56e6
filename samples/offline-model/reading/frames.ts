import { readData, wordSet } from '../data.js';
import type { Token } from './tokens.js';

/** What people say around a wish, as data; `frames.yaml` tells the form of its lines. */
interface FramesFile {
  lists: Readonly<Record<string, string>>;
  anywhere: readonly string[];
  openings: readonly string[];
  wishes: readonly string[];
  reasons: readonly string[];
  participles: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
}

/** A piece of a frame: one of some phrases (`words`), one word of another kind, a run of any words, or a mere place. */
export interface Piece {
  name: string;
  kind: string;
  phrases: readonly (readonly string[])[];
  isOptional: boolean;
}

/** Something said, and what it is read as. */
export interface Frame {
  pieces: readonly Piece[];
  /** Words, and names of pieces behind `$`. */
  other: readonly string[];
}

/** A frame of what people say around any wish. */
export interface PoliteFrame extends Frame {
  /** It is a whole part of a sentence. */
  isWhole: boolean;
  /** It asks for a deed: a question mark behind it goes. */
  isWish: boolean;
}

/** A piece of a frame in a sentence, between two token places. */
export interface FoundPiece {
  piece: Piece;
  from: number;
  to: number;
}

const file = readData<FramesFile>(new URL('./frames.yaml', import.meta.url));

/** Participles that are not regular, and the verbs that they are of. */
export const { participles } = file;

/** A list of words by its name. */
export const frameWords = (name: string) => wordSet(file.words[name]);

/** A word as frames compare it. */
export const bareWord = (word: string) => word.toLowerCase().replaceAll(/['’]/g, '');

/** All frames, in the order in which they are tried. */
export const frames: readonly PoliteFrame[] = [
  ...read(file.anywhere, false, false),
  ...read(file.openings, true, false),
  ...read(file.wishes, true, true),
  ...read(file.reasons, true, false),
];

function read(lines: readonly string[], isWhole: boolean, isWish: boolean): PoliteFrame[] {
  return toFrames(lines, file.lists).map((frame) => ({ ...frame, isWhole, isWish }));
}

/** Frames by their lines, `what is said => what it is read as`, and the lists that they name. */
export function toFrames(lines: readonly string[], lists: FramesFile['lists']): Frame[] {
  return lines.map((line) => {
    const [said = '', other = ''] = line.split(/ =>(?: |$)/);
    return {
      pieces: said.split(' ').map((piece) => toPiece(piece, lists)),
      other: other.split(' ').filter(Boolean),
    };
  });
}

function toPiece(text: string, lists: FramesFile['lists']): Piece {
  const isOptional = /^\(.|^\$.*\?$/.test(text);
  const inner = isOptional ? text.replace(/^\(|[?)]$/g, '') : text;
  const [, given, rest = inner] = /^(\w+)=(.+)$/.exec(inner) ?? [];
  const [sign, own] = [rest.slice(0, 1), rest.slice(1)];
  const of = { name: given ?? own, phrases: [], isOptional };
  if (sign === '$') return { ...of, kind: 'run' };
  if (sign === '^') return { ...of, name: rest, kind: 'place' };
  if (sign === '@') return { ...of, kind: own };
  const list = /^\[(\w+)\]$/.exec(rest)?.[1];
  const said = list === undefined ? rest.split('|') : (lists[list] ?? '').split(/,\s+/);
  const phrases = said.map((phrase) => phrase.split(' ').map(bareWord));
  return { name: given ?? '', kind: 'words', phrases, isOptional };
}

/** The words by which frames may name what stands at a place, as `bareWord` writes them; none for what they cannot name. */
export type Said = readonly string[];

/** How frames may name a token: a quoted one by nothing. */
export function saidBy({ kind, lower, text }: Token): Said {
  return kind === 'quoted' ? [] : [bareWord(lower), bareWord(text)];
}

/** Whether a run of words, one word of a kind, or a place may be this piece. */
export type Allows = (piece: Piece, from: number, to: number) => boolean;

/** A frame's pieces from one place on, where they fit; up to the end, where it is a whole part. */
export function matchFrame(
  { pieces }: Frame,
  said: readonly Said[],
  [start, to]: readonly [from: number, to: number],
  allows: Allows,
  isWhole = false,
): FoundPiece[] | undefined {
  const behind = (index: number, from: number): FoundPiece[] | undefined => {
    const piece = pieces[index];
    if (piece === undefined) return isWhole && from !== to ? undefined : [];
    const isLast = index === pieces.length - 1;
    for (const end of endsOf(piece, said, [from, to], isLast)) {
      const isAsked = piece.kind === 'place' || (piece.kind !== 'words' && end > from);
      if (isAsked && !allows(piece, from, end)) continue;
      const rest = behind(index + 1, end);
      if (rest !== undefined) return [{ piece, from, to: end }, ...rest];
    }
    return undefined;
  };
  return behind(0, start);
}

/** Where a piece that begins at a place may end: the longest phrase first, the shortest run, and nothing last. */
function endsOf(
  { kind, phrases, isOptional }: Piece,
  said: readonly Said[],
  [from, to]: readonly [number, number],
  isLast: boolean,
): number[] {
  const none = isOptional || kind === 'place' ? [from] : [];
  if (from >= to || kind === 'place') return none;
  if (kind === 'run' && isLast) return [to, ...none];
  if (kind === 'run') return [...none, ...said.slice(from, to).map((_said, at) => from + at + 1)];
  if (kind !== 'words') return [from + 1, ...none];
  const isSaid = (word: string, at: number) => said[from + at]?.includes(word) === true;
  const fitting = phrases.filter((phrase) => phrase.every(isSaid));
  const ends = fitting.map(({ length }) => from + length).toSorted((a, b) => b - a);
  return [...ends, ...none];
}
