/** What a piece of a message unmistakably is, whatever language surrounds it. */
export type LiteralKind = 'quoted' | 'number' | 'date' | 'email' | 'uuid' | 'word';

/** A piece of a message that a field may take, and where it stands. */
export interface Literal {
  kind: LiteralKind;
  /** As it is written, without quotation marks. */
  text: string;
  start: number;
  end: number;
  /** The words before it, the nearest last, in small letters. */
  before: readonly string[];
}

/** Longer messages are searched as far as here. */
const MAX_MESSAGE = 4_000;
const QUOTED =
  /"([^"\n]{1,500})"|“([^”\n]{1,500})”|„([^“”\n]{1,500})[“”]|«([^»\n]{1,500})»|「([^」\n]{1,500})」/g;
const WORD = /[^\s"“”„«»「」=]{1,500}/g;
const EDGES = /^[([{]{1,3}|[)\]},;:.!?。、]{1,3}$/g;

/** The literals of a message in their order; what stands in quotation marks is one. */
export function literalsOf(message: string): Literal[] {
  const text = message.slice(0, MAX_MESSAGE);
  const quoted = [...text.matchAll(QUOTED)].map((match) => ({
    kind: 'quoted' as const,
    text: match.slice(1).find((group) => group !== undefined) ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  const words = [...text.matchAll(WORD)]
    .map(wordAt)
    .filter(({ start }) => !quoted.some((one) => start >= one.start && start < one.end));
  const all = [...quoted, ...words].sort((a, b) => a.start - b.start);
  return all.map((one, at) => ({
    ...one,
    before: all
      .slice(Math.max(0, at - 4), at)
      .flatMap((earlier) => wordsOf(earlier.kind === 'quoted' ? '' : earlier.text)),
  }));
}

function wordAt(match: RegExpMatchArray) {
  const [raw] = match;
  const text = raw.replaceAll(EDGES, '');
  const start = (match.index ?? 0) + raw.indexOf(text);
  return { kind: kindOf(text), text, start, end: start + text.length };
}

/** Digits in threes behind one point are a thousand to some and a fraction to others. */
const AMBIGUOUS_NUMBER = /^[+-]?\d{1,3}\.\d{3}$/;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const EMAIL = /^[^\s@<>]{1,64}@[a-z\d.-]{1,250}\.[a-z]{2,24}$/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function kindOf(text: string): LiteralKind {
  if (NUMBER.test(text) && !AMBIGUOUS_NUMBER.test(text)) return 'number';
  if (DATE.test(text) && !Number.isNaN(Date.parse(text))) return 'date';
  if (UUID.test(text)) return 'uuid';
  return EMAIL.test(text) ? 'email' : 'word';
}

/** The words of a name or a text: `dueDate`, `due_date` and `Due date` have the same two. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]{1,50}/u)
    .filter((word) => word !== '');
}
