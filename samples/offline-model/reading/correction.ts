import { wordsNamed } from '../lexicon.js';
import type { Tag } from './concepts.js';
import type { Reading } from './reading.js';
import { isInName, type Token } from './tokens.js';

/** Words that take back what was just said, and those that may stand around what is said instead. */
const takingBack = wordsNamed('taking_back');
const besideCorrections = wordsNamed('beside_corrections');
/** Families of concepts of which a correction may name another member. */
const EXCHANGED = ['trig', 'sev', 'dir', 'align', 'channel', 'entity', 'step', 'unit'];
/** A correction names one thing; more words are a request of their own. */
const LONGEST = 6;

/** Token places, the second one behind the last. */
type Span = readonly [number, number];

/**
 * The request before with that part exchanged which a correction names: "sorry, I meant deleted". Undefined for
 * what is no correction, and where not exactly one part of the request is of its kind.
 */
export function corrected(alone: Reading, before: Reading): string | undefined {
  const isNo = alone.lower(0) === 'no' && alone.tokens[1]?.kind === 'mark' && alone.has('cmp.*');
  const part = partSaid(alone, isNo);
  if (part === undefined) return undefined;
  const span = [byNumber, byName, byConcept, byState]
    .map((kind) => kind(part, before))
    .find(Boolean);
  if (span === undefined) return undefined;
  const [from, to] = span;
  const start = before.tokens[from]?.start ?? 0;
  const rest = before.text.slice(start + before.words(from, to).trimEnd().length);
  return `${before.text.slice(0, start)}${part.words()}${rest}`;
}

/** What a correction says instead ("no, under 5", too), without the words that lead it in and follow it. */
function partSaid(reading: Reading, isNo: boolean): Reading | undefined {
  const { tokens } = reading;
  const isBeside = ({ kind, lower }: Token) =>
    kind === 'mark' || takingBack.has(lower) || besideCorrections.has(lower);
  const from = tokens.findIndex((token) => !isBeside(token));
  const to = tokens.findLastIndex((token) => !isBeside(token)) + 1;
  const around = [...tokens.slice(0, from), ...tokens.slice(to)];
  const takesBack = isNo || around.some(({ lower }) => takingBack.has(lower));
  if (from < 0 || to - from > LONGEST || !takesBack) return undefined;
  const isTurned = around.some(({ lower }) => lower === 'not');
  return withoutOld(reading.slice(from, to), isTurned);
}

/** "created, updated" behind "not", and "updated, not created": what is to be; undefined for what is only not to be. */
function withoutOld(part: Reading, isTurned: boolean): Reading | undefined {
  const { tokens } = part;
  const at = tokens.findIndex(({ lower }) => /^(,|but)$/.test(lower));
  if (at < 0) return isTurned ? undefined : part;
  if (isTurned) return part.slice(at + 1, tokens.length);
  return part.lower(at + 1) === 'not' ? part.slice(0, at) : undefined;
}

/** "12000", "under 5", "3 days": the only number, with its comparison and unit where they are said, too. */
function byNumber(part: Reading, before: Reading): Span | undefined {
  const at = onlyPlace(part, ({ value }) => value !== undefined);
  const old = onlyPlace(before, ({ value }) => value !== undefined);
  if (at === undefined || old === undefined) return undefined;
  const around = part.all('unit.*|cmp.*');
  const isOther = ({ kind }: Token, place: number) =>
    place !== at && kind !== 'mark' && !around.some(({ covers }) => covers.includes(place));
  if (part.tokens.some(isOther)) return undefined;
  const compared = part.has('cmp.*') ? before.all('cmp.*').find(({ to }) => to === old) : undefined;
  const unit = part.has('unit.*')
    ? before.all('unit.*').find(({ from }) => from === old + 1)
    : undefined;
  if ((part.has('cmp.*') && !compared) || (part.has('unit.*') && !unit)) return undefined;
  return [compared?.from ?? old, unit?.to ?? old + 1];
}

/** "Claire Dubois": the only name or address. */
function byName(part: Reading, before: Reading): Span | undefined {
  const isName = ({ tokens }: Reading, at: number) =>
    tokens[at]?.kind === 'email' || (isInName(tokens, at) && at > 0);
  if (!part.tokens.every(({ kind }, at) => kind === 'email' || isInName(part.tokens, at)))
    return undefined;
  return onlyOf(
    clusters(before.tokens.flatMap((_, at) => (isName(before, at) ? [[at, at + 1]] : []))),
  );
}

/** "deleted", "earliest first", "high": another concept of a family that is named once. */
function byConcept(part: Reading, before: Reading): Span | undefined {
  const family = EXCHANGED.find((name) => {
    const covered = new Set(part.all(`${name}.*`).flatMap(({ covers }) => covers));
    return part.tokens.every(({ kind }, at) => kind === 'mark' || covered.has(at));
  });
  if (family === undefined) return undefined;
  const span = onlyOf(clusters(before.all(`${family}.*`).map(({ from, to }: Tag) => [from, to])));
  if (span === undefined || IS.test(part.lower(0)) || !IS.test(before.lower(span[0]))) return span;
  return span[1] - span[0] > 1 ? [span[0] + 1, span[1]] : span;
}

const IS = /^(is|are|was|were|gets?|got|been|be|being|becomes?|goes)$/;

/** "shipped", "on hold": the only such participle, or what is said of a record behind the only "is" or "gets". */
function byState(part: Reading, before: Reading): Span | undefined {
  if (part.tokens.length > 2 || part.has('act.*|action.*')) return undefined;
  const isDone = ({ kind, lower }: Token) => kind === 'word' && lower.endsWith('ed');
  const done = part.tokens.every(isDone) ? onlyPlace(before, isDone) : undefined;
  if (done !== undefined) return [done, done + 1];
  const verb = onlyPlace(before, ({ lower }) => IS.test(lower));
  if (verb === undefined) return undefined;
  const isEnd = ({ kind }: Token, at: number) =>
    at > verb && (kind === 'mark' || before.at(at, 'action.*|frame.*|act.*') !== undefined);
  const end = before.tokens.findIndex(isEnd);
  const to = end < 0 ? before.tokens.length : end;
  return to - verb > 1 && to - verb <= 3 ? [verb + 1, to] : undefined;
}

function onlyPlace({ tokens }: Reading, test: (token: Token) => boolean): number | undefined {
  return onlyOf([...tokens.keys()].filter((at) => test(tokens[at] as Token)));
}

function onlyOf<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** Spans that touch or overlap, as one. */
function clusters(spans: readonly (readonly number[])[]): Span[] {
  const found: [number, number][] = [];
  for (const [from = 0, to = 0] of spans.toSorted(([a = 0], [b = 0]) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}
