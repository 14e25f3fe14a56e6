import { inverters, verbs } from '../lexicon.js';
import { frames, frameWords, matchFrame, participles, saidBy } from './frames.js';
import type { FoundPiece, Piece, PoliteFrame } from './frames.js';
import type { Language, Reading } from './reading.js';

/** A request as it is meant, and the reasons for it that were left out. */
export interface Plain {
  text: string;
  asides: readonly string[];
}

/** A request is rewritten so often at most, and only one of so many words. */
const MOST_ROUNDS = 12;
const MOST_WORDS = 80;
/** Looks at whether words fit, over all rounds; a message that takes more is read as it stands. */
const MOST_LOOKS = 60_000;

/** A request without what is said around it, in the form that a wish has where nobody is polite. */
export function plainly(text: string, language: Language): Plain {
  const unlisted = text.replaceAll(/^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+/gm, '');
  let plain: Plain = { text: unlisted, asides: [] };
  let looks = 0;
  const mayLook = () => (looks += 1) <= MOST_LOOKS;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = rewritten(plain, language.read(plain.text), mayLook);
    if (next === undefined || !/\w/.test(next.text)) break;
    plain = next;
  }
  return plain;
}

/** The request with the first frame that fits exchanged; undefined where none does. */
function rewritten(plain: Plain, reading: Reading, mayLook: () => boolean): Plain | undefined {
  const { tokens } = reading;
  if (tokens.length > MOST_WORDS) return undefined;
  const said = tokens.map(saidBy);
  const parts = partsOf(reading);
  const anywhere = tokens.map((_token, at) => [at, tokens.length] as const);
  for (const frame of frames) {
    for (const part of frame.isWhole ? parts : anywhere) {
      if (!mayLook()) return undefined;
      const allows = (piece: Piece, from: number, to: number) => {
        if (!mayLook()) return false;
        return piece.kind === 'run'
          ? isRun(piece, frame.isWish && to < part[1], reading.slice(from, to))
          : isOfKind(piece.kind, reading, from);
      };
      const found = matchFrame(frame, said, part, allows, frame.isWhole);
      // What stands behind "if … and" is a condition, and no story.
      const tells = found?.some(({ piece }) => piece.name === 'story');
      if (tells === true && part[0] > 0 && !/^[.!;:]$/.test(reading.lower(part[0] - 1))) continue;
      if (found !== undefined) return exchanged(plain, frame, reading, found);
    }
  }
  return undefined;
}

const OPENS = frameWords('opens_part');
const CLOSES = frameWords('closes_part');

/** Parts of a sentence between two places where one may begin and end, the longest first. */
function partsOf({ tokens }: Reading): (readonly [from: number, to: number])[] {
  const places = (words: ReadonlySet<string>) =>
    tokens.flatMap(({ kind, lower }, at) => (kind === 'mark' || words.has(lower) ? [at] : []));
  const starts = [0, ...places(OPENS).map((at) => at + 1)];
  const ends = [...places(CLOSES), tokens.length].filter((to) => tokens[to - 1]?.kind !== 'mark');
  const all = starts.flatMap((from) =>
    ends.flatMap((to) => (to > from ? [[from, to] as const] : [])),
  );
  return all.toSorted(([a, b], [c, d]) => d - c - (b - a));
}

/** Runs that are left out: a reason, one that has a verb, one without a "because", a story before the wish, and for whom it is. */
const ASIDES = new Set(['why', 'cause', 'clause', 'story', 'whom']);
const SUBJECTS = frameWords('subjects');
const FINITE = frameWords('finite');
const DETERMINERS = frameWords('determiners');
const CASES = frameWords('cases');
const TURNS = frameWords('no_reason');
/** What is done, and what is meant: words for these are no mere reason. */
const DEEDS = [
  'act.add|act.remove|act.rename|act.hide|act.unhide|act.move|act.resize|act.align|act.format|act.sort',
  'act.filter|act.activate|act.deactivate|action.*',
].join('|');
const MEANT = [
  'trig.*|sev.*|dir.*|align.*|format.*|port.*|channel.*|unit.*|join.*',
  'active.*|alertstatus.*|cmp.gt|cmp.lt|cmp.gte|cmp.lte',
].join('|');

/** Kinds of tokens that a wish may be about. */
const DATA = /^(?:quoted|email|uuid|date)$/;
/** What says when, in several words. */
const WHENEVER = /\b(?:every|each|any) time\b|\bthe (?:moment|minute|day)\b|\bas soon\b/i;

/** Whether a run may hold these words: a reason asks for nothing, and what a deed is done to does nothing. */
function isRun({ name }: Piece, isObject: boolean, run: Reading): boolean {
  const { tokens } = run;
  const says = (words: ReadonlySet<string>) => tokens.some(({ lower }) => words.has(lower));
  if (ASIDES.has(name)) {
    const isData = tokens.some(({ kind, value }) => DATA.test(kind) || value !== undefined);
    const isMeant = run.has(name === 'story' ? DEEDS : `${DEEDS}|${MEANT}`);
    return !isData && !isMeant && !says(TURNS) && FITS[name]?.(run) !== false;
  }
  const isCut = tokens.some(({ kind, lower }) => kind === 'mark' && lower !== ',');
  const isOpen = tokens.length > 1 && DETERMINERS.has(run.lower(tokens.length - 1));
  const isSpeaker = tokens.length === 1 && /^(i|we|you)$/.test(run.lower(0));
  const isCase = isCut || WHENEVER.test(run.words()) || says(CASES);
  const isClause = isCase || isOpen || isSpeaker || [inverters, FINITE].some(says);
  return !isObject || (!isClause && run.at(0, DEEDS) === undefined);
}

/** What else such a run must be. */
const FITS: Readonly<Record<string, (run: Reading) => boolean>> = {
  whom: isForPeople,
  clause: isReason,
  // "This is about wholesale customers."
  story: (run) =>
    // "Who told you to …?"
    !/^(who|whose|what|which|why|how|when|did|does|do)$/.test(run.lower(0)) &&
    (!run.has('entity.*') || !/\b(?:about|for|only|just|concerns)\b/i.test(run.words())),
  cause: (run) => run.tokens.some(({ lower }) => FINITE.has(lower)) && !run.has('pos.*'),
};

/** "too short for the finance people", "for us"; "for wholesale customers" narrows what is wished. */
function isForPeople(run: Reading): boolean {
  return isPronoun(run) || (run.has('noun.person') && !run.has('entity.*'));
}

function isPronoun({ tokens }: Reading): boolean {
  return (
    tokens.length === 1 &&
    /^(me|us|them|him|her|you|everybody|everyone)$/.test(tokens[0]?.lower ?? '')
  );
}

const ILLS = frameWords('ills');
const PRONOUNS = frameWords('pronouns');
const TRANSITIVE = frameWords('transitive');

/** "They are …", which may say of which rows or columns. */
const STATES =
  /^(?:(?:it|they|these|those|this|that|he|she) (?:is|are|was|were)|(?:it|that|they|he|she)['’](?:s|re)) /i;

/** Whether a sentence without "because" is a reason: "they are confusing", "nobody reads it", never "they are late". */
function isReason(clause: Reading): boolean {
  const behind = clause.tokens.slice(1);
  const says = (words: ReadonlySet<string>) => behind.some(({ lower }) => words.has(lower));
  if (!SUBJECTS.has(clause.lower(0))) return false;
  if (STATES.test(clause.words())) return says(ILLS);
  return says(FINITE) && (!says(TRANSITIVE) || says(PRONOUNS));
}

const HALF_VERBS = frameWords('half_verbs');
const DEED_VERBS = new Set(
  verbs.flatMap(({ deed, words }) => (deed === 'update' ? [...words] : [])),
);

/** Whether the word at a place is a number, a participle of a deed, a verb, or none. */
function isOfKind(kind: string, reading: Reading, at: number): boolean {
  const { value, kind: form, lower = '' } = reading.tokens[at] ?? {};
  if (kind === 'number') return value !== undefined || lower === 'one';
  // "should be approved by Hannah" says who is to do it.
  const isOfSomebody = reading.lower(at + 1) === 'by' && lower.endsWith('ed');
  const isDone = !isOfSomebody && deedOf(lower, reading) !== undefined;
  if (kind === 'done') return isDone;
  if (kind === 'past') return !isDone && lower.endsWith('ed');
  const isDeed = HALF_VERBS.has(lower) || reading.at(at, 'act.*|action.*') !== undefined;
  return form === 'word' && (kind === 'do') === isDeed;
}

/** What a participle says is done, in the form of a wish; undefined for any other word. */
function deedOf(word: string, { language }: Reading): string | undefined {
  const regular = word.endsWith('ed') ? [2, 3, 1].map((end) => word.slice(0, -end)) : [];
  return [participles[word] ?? [], regular].flat().find((base) => {
    const read = language.read(base);
    const isDeed = HALF_VERBS.has(base) || DEED_VERBS.has(base) || read.has('act.*|action.*');
    // "closed" of "close"; of others only what has no "e" to lose.
    const isShort = word.endsWith('ed') && base.length === word.length - 1;
    return read.lower(0) === base && (isShort ? DEED_VERBS.has(base) : isDeed);
  });
}

/** The request with the words that were found said in the other way. */
function exchanged(
  { text, asides }: Plain,
  { other, isWish }: PoliteFrame,
  reading: Reading,
  found: readonly FoundPiece[],
): Plain {
  const { tokens } = reading;
  const [from, to] = [found[0]?.from ?? 0, found.at(-1)?.to ?? 0];
  const wordsOf = (name: string) => {
    const { from: first = 0, to: last = 0 } = found.find(({ piece }) => piece.name === name) ?? {};
    const said = reading.words(first, last);
    return name === 'v' ? (deedOf(said.toLowerCase(), reading) ?? said) : said;
  };
  const said = other.map((word) => (word.startsWith('$') ? wordsOf(word.slice(1)) : word));
  const plain = said.filter(Boolean).join(' ');
  const [start, end] = withMarks(reading, [from, to], isWish, plain === '');
  const [before, after] = [text.slice(0, tokens[start]?.start), text.slice(tokens[end - 1]?.end)];
  const joint = isWish && end > to && after.trim() !== '' ? '.' : '';
  return {
    text: `${before}${plain}${joint}${plain === '' ? after.trimStart() : after}`.trim(),
    asides: [...asides, ...asidesIn(found, reading)],
  };
}

/** A wish takes its question mark along, for it asks nothing, and what is taken off the comma beside it. */
function withMarks(
  { tokens }: Reading,
  [from, to]: readonly [number, number],
  isWish: boolean,
  isGone: boolean,
): [number, number] {
  const isMark = (at: number) => tokens[at]?.kind === 'mark';
  if (isWish) return [from, tokens[to]?.lower === '?' ? to + 1 : to];
  if (!isGone) return [from, to];
  const isLast = to === tokens.length || isMark(to);
  if (isLast && tokens[from - 1]?.lower === ',') return [from - 1, to];
  return [from, isMark(to) && (from === 0 || isMark(from - 1)) ? to + 1 : to];
}

/** What is left out, with "because" before it and "is enough" behind it. */
function asidesIn(found: readonly FoundPiece[], reading: Reading): string[] {
  const runs = found.filter(({ piece, from, to }) => piece.name !== '' && to > from);
  return runs.flatMap((run) => {
    const isSaid = ASIDES.has(run.piece.name) && !isPronoun(reading.slice(run.from, run.to));
    if (!isSaid) return [];
    const from = run === runs[0] ? found[0]?.from : run.from;
    const to = run === runs.at(-1) ? found.at(-1)?.to : run.to;
    return [reading.words(from, to)];
  });
}
