import { defined } from '../foundation/defined.js';
import type { Reference } from './reference.js';

/** The longest range that is spelt out; of a longer one only the ends are given. */
export const LONGEST_RANGE = 100;

/**
 * All references of a range, both ends included, with the range's place. Whole numbers ("5 bis 7"), one
 * number's letters ("9a bis 9c") and last members ("12-104 to 12-107") are spelt out; of others, and of
 * ranges longer than {@link LONGEST_RANGE} or not to be spelt out, there are the ends alone.
 */
export function expandRange(first: Reference, last: Reference, spellOut: boolean): Reference[] {
  const place = { start: first.start, end: last.end };
  const ends = [
    { ...first, ...place },
    { ...last, ...place },
  ];
  const inner = spellOut
    ? (betweenNumbers(first.number, last.number) ?? betweenLetters(first.number, last.number))
    : undefined;
  if (!inner) return ends;
  const { kind, unit } = first;
  const middle = inner.map((number) => ({
    ...place,
    raw: '',
    kind,
    number,
    ...defined({ unit }),
  }));
  return [...ends.slice(0, 1), ...middle, ...ends.slice(1)];
}

function betweenNumbers(first: string, last: string): string[] | undefined {
  const [from, to] = [/^(.*?)(\d{1,9})$/.exec(first), /^(.*?)(\d{1,9})$/.exec(last)];
  if (!from || !to || from[1] !== to[1]) return undefined;
  const length = Number(to[2]) - Number(from[2]) - 1;
  if (length < 0 || length > LONGEST_RANGE - 2) return undefined;
  return Array.from({ length }, (_, index) => `${from[1]}${Number(from[2]) + 1 + index}`);
}

function betweenLetters(first: string, last: string): string[] | undefined {
  const [from, to] = [/^(\d+)([a-z])$/.exec(first), /^(\d+)([a-z])$/.exec(last)];
  if (!from?.[2] || !to?.[2] || from[1] !== to[1]) return undefined;
  const [low, high] = [from[2].charCodeAt(0), to[2].charCodeAt(0)];
  if (high < low) return undefined;
  return Array.from({ length: high - low - 1 }, (_, index) => {
    return `${from[1]}${String.fromCharCode(low + 1 + index)}`;
  });
}
