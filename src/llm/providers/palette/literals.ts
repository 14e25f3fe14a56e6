/** What a piece of a message unmistakably is, whatever language surrounds it. */
export type LiteralKind =
  'quoted' | 'number' | 'date' | 'time' | 'email' | 'uuid' | 'url' | 'code' | 'word';

export interface Literal {
  kind: LiteralKind;
  /** Of a quoted text: what it would be without the quotation marks. */
  inner?: LiteralKind;
  text: string;
  start: number;
  end: number;
  /** The words before it, the nearest last, in small letters. */
  before: readonly string[];
}

const MAX_MESSAGE = 4_000;
const QUOTED =
  /"([^"\n]{1,500})"|“([^”\n]{1,500})”|„([^“”"\n]{1,500})[“”"]|«([^»\n]{1,500})»|»([^«\n]{1,500})«|「([^」\n]{1,500})」/g;
const WORD = /[^\s"“”„«»「」=]{1,500}/g;
const EDGES = /^[([{¿¡#\p{Sc}]{1,3}|[)\]},;:.!?。、\p{Sc}]{1,3}$/gu;

/** The literals of a message in their order; what stands in quotation marks is one. */
export function literalsOf(message: string): Literal[] {
  const text = message.slice(0, MAX_MESSAGE);
  const quoted = [...text.matchAll(QUOTED)].map((match) => {
    const inside = (match.slice(1).find((group) => group !== undefined) ?? '').trim();
    const [start, end] = [match.index, match.index + match[0].length];
    return { kind: 'quoted' as const, inner: kindOf(inside), text: inside, start, end };
  });
  const words = [...text.matchAll(WORD)].flatMap((match) => {
    const inner = match[0].replaceAll(EDGES, '');
    const start = match.index + match[0].indexOf(inner);
    if (quoted.some((one) => start >= one.start && start < one.end)) return [];
    return [{ kind: kindOf(inner), text: inner, start, end: start + inner.length }];
  });
  const all = [...quoted, ...words].sort((a, b) => a.start - b.start);
  return all.map((one, at) => ({
    ...one,
    before: all
      .slice(Math.max(0, at - 4), at)
      .flatMap((earlier) => wordsOf(earlier.kind === 'quoted' ? '' : earlier.text)),
  }));
}

/** Digits in threes behind one point are a thousand to some and a fraction to others. */
const AMBIGUOUS_NUMBER = /^[+-]?\d{1,3}\.\d{3}$/;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const EMAIL = /^[^\s@<>]{1,64}@[a-z\d.-]{1,250}\.[a-z]{2,24}$/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const URL = /^https?:\/\/[^\s/]{1,300}/i;
/** Letters and digits by turns, and digits that no number holds, are no word of any language: `PROJ-12`, `4iV5W9uYEd`. */
const CODE = /^(?=.{4,100}$)(?:[A-Za-z]{1,50}[-_]?\d|\d{1,50}[A-Za-z]{1,50}\d|\d{16})[\w-]{0,90}$/;

function kindOf(text: string): LiteralKind {
  if (NUMBER.test(text) && !AMBIGUOUS_NUMBER.test(text)) return 'number';
  if (dateIn(text) !== undefined) return 'date';
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return 'time';
  if (UUID.test(text)) return 'uuid';
  if (EMAIL.test(text)) return 'email';
  if (URL.test(text)) return 'url';
  return CODE.test(text) ? 'code' : 'word';
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_AND_MONTH = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** The day that a text names to everybody, as ISO writes it: of `3/4/2026` the month is not the same to all. */
export function dateIn(text: string): string | undefined {
  if (ISO_DATE.test(text)) return isDay(text) ? text : undefined;
  const [, first = '', , second = '', year = ''] = DAY_AND_MONTH.exec(text) ?? [];
  const [one, other] = [first.padStart(2, '0'), second.padStart(2, '0')];
  const readings = new Set([`${year}-${one}-${other}`, `${year}-${other}-${one}`].filter(isDay));
  return readings.size === 1 ? [...readings][0] : undefined;
}

function isDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}

/** The words of a name or a text: `dueDate`, `due_date` and `Due date` have the same two. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]{1,50}/u)
    .filter((word) => word !== '');
}
