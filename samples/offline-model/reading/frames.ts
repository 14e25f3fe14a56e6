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

/** A piece of a frame: one of some phrases (`words`), one word of another kind, or a run of any words. */
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
  /** It is a whole part of a sentence. */
  isWhole: boolean;
  /** It asks for a deed: a question mark behind it goes. */
  isWish: boolean;
}

/** A piece of a frame in a sentence, between two token places. */
export interface Found {
  piece: Piece;
  from: number;
  to: number;
}

const file = readData<FramesFile>(new URL('./frames.yaml', import.meta.url));

/** Participles that are not regular, and the verbs that they are of. */
export const { participles } = file;

/** A list of words by its name. */
export const frameWords = (name: string) => wordSet(file.words[name]);

const bare = (word: string) => word.toLowerCase().replaceAll(/['’]/g, '');

/** All frames, in the order in which they are tried. */
export const frames: readonly Frame[] = [
  ...file.anywhere.map((line) => toFrame(line, false, false)),
  ...file.openings.map((line) => toFrame(line, true, false)),
  ...file.wishes.map((line) => toFrame(line, true, true)),
  ...file.reasons.map((line) => toFrame(line, true, false)),
];

function toFrame(line: string, isWhole: boolean, isWish: boolean): Frame {
  const [said = '', other = ''] = line.split('=>').map((part) => part.trim());
  return { pieces: said.split(/\s+/).map(toPiece), other: other.split(/\s+/), isWhole, isWish };
}

function toPiece(text: string): Piece {
  const isOptional = /^\(|^\$.*\?$/.test(text);
  const inner = text.replace(/^\(|[?)]$/g, '');
  const [, name = '', rest = inner] = /^(\w+)=(.+)$/.exec(inner) ?? [];
  if (inner.startsWith('$')) return { name: inner.slice(1), kind: 'run', phrases: [], isOptional };
  if (rest.startsWith('@')) return { name, kind: rest.slice(1), phrases: [], isOptional };
  const list = /^\[(\w+)\]$/.exec(rest)?.[1];
  const said = list === undefined ? rest.split('|') : (file.lists[list] ?? '').split(/,\s+/);
  const phrases = said.map((phrase) => phrase.split(' ').map(bare));
  return { name, kind: 'words', phrases, isOptional };
}

/** Whether a run of words, or one word of a kind, may be this piece. */
export type Allows = (piece: Piece, from: number, to: number) => boolean;

/** A frame's pieces from one place on, where they fit; a whole part is taken up to its end. */
export function match(
  { pieces, isWhole }: Frame,
  tokens: readonly Token[],
  [start, to]: readonly [from: number, to: number],
  allows: Allows,
): Found[] | undefined {
  const behind = (index: number, from: number): Found[] | undefined => {
    const piece = pieces[index];
    if (piece === undefined) return isWhole && from !== to ? undefined : [];
    const isLast = index === pieces.length - 1;
    for (const end of endsOf(piece, tokens, [from, to], isLast)) {
      if (piece.kind !== 'words' && end > from && !allows(piece, from, end)) continue;
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
  tokens: readonly Token[],
  [from, to]: readonly [number, number],
  isLast: boolean,
): number[] {
  const none = isOptional ? [from] : [];
  if (from >= to) return none;
  if (kind === 'run' && isLast) return [to, ...none];
  if (kind === 'run')
    return [...none, ...tokens.slice(from, to).map((_token, at) => from + at + 1)];
  if (kind !== 'words') return [from + 1, ...none];
  const isSaid = (word: string, at: number) => {
    const token = tokens[at];
    return (
      token?.kind !== 'quoted' &&
      [token?.lower, token?.text].some((form = '') => bare(form) === word)
    );
  };
  const fitting = phrases.filter((phrase) => phrase.every((word, at) => isSaid(word, from + at)));
  const ends = fitting.map(({ length }) => from + length).toSorted((a, b) => b - a);
  return [...ends, ...none];
}
