import type { Bound, Lexicon } from './lexicon.js';
import { isParticle } from './tokens.js';
import { numberIn } from './number-words.js';

/** A word of a sentence, in lower case. */
interface Word {
  word: string;
}

const NUMBER = /^\d/;

/** The bounds of a sentence. */
export interface Bounds {
  at: readonly { bound: Bound; from: number; to: number; phrase: string }[];
  consumed: ReadonlySet<number>;
}

const LONGEST_BOUND = 3;
/** A bound may stand so many words before or after its number. */
const BOUND_BEFORE = 4;
const BOUND_AFTER = 5;

/** Where a sentence names bounds of numbers, and which words are used up by that. */
export function boundsAt(tokens: readonly Word[], lexicon: Lexicon): Bounds {
  const { bounds, negations, months, language } = lexicon;
  const isNumber = ({ word }: Word) => numberIn(word, language) !== undefined || months.has(word);
  const at: Bounds['at'][number][] = [];
  const consumed = new Set<number>();
  for (let from = 0; from < tokens.length; from += 1) {
    const longest = Math.min(LONGEST_BOUND, tokens.length - from);
    for (let length = longest; length > 0; length -= 1) {
      const phrase = tokens
        .slice(from, from + length)
        .map(({ word }) => word)
        .join(' ');
      let bound = bounds.get(phrase);
      if (bound === undefined || !bindsAt(tokens, [from, phrase], isNumber)) continue;
      // "shall not exceed", "dürfen 8 Grad nicht überschreiten": the negation belongs to the bound.
      const before = tokens[from - 1]?.word ?? '';
      const isTurned = / (?:than|als)$/.test(phrase) || (length === 1 && isExceeding(phrase));
      if (isTurned && negations.has(before)) {
        bound = bound === 'most' ? 'least' : 'most';
        consumed.add(from - 1);
      }
      at.push({ bound, from, to: from + length, phrase });
      for (let n = from; n < from + length; n += 1) if (isMere(phrase)) consumed.add(n);
      from += length - 1;
      break;
    }
  }
  return { at, consumed };
}

const NEGATED_PLACE = /^(?:nicht (?:über|unter|vor)|not (?:over|above|below|under))$/;

/** Not "unterrichtet ihn nicht über …", and not the particle of "läuft am 30. Juni ab". */
function bindsAt(
  tokens: readonly Word[],
  [from, phrase]: readonly [number, string],
  isNumber: (token: Word) => boolean,
): boolean {
  const next = from + phrase.split(' ').length;
  if (!NEGATED_PLACE.test(phrase) && !isParticle(phrase)) return true;
  return tokens.slice(next, next + BOUND_BEFORE).some(isNumber);
}

const SIDE =
  /^(?:above|below|more than|less than|at most|at least|höchstens|mindestens|mehr als|weniger als|oberhalb|unterhalb|exceed.*|.*schreite[nt])$/;
const EXCEEDING = /^(?:über|unter)(?:schreit|steig)|^exceed/;
const isExceeding = (phrase: string) => EXCEEDING.test(phrase);
/** Words that are of use beside a bound as well stay. */
const isMere = (phrase: string) => phrase !== 'by' && phrase !== 'nicht vor' && phrase !== 'from';
/** Words of place or time that bound a number only directly before it. */
const CLOSE =
  /^(?:by|from|over|under|until|über|unter|bis|ab|seit|since|within|below|above|innerhalb|binnen)$/;
/** "By" may as well name who does it. */
const NEXT = /^(?:by|from|since|until|seit|under|unter|over|über)$/;

function reachOf(phrase: string): number {
  if (NEXT.test(phrase)) return 1;
  return CLOSE.test(phrase) ? 3 : BOUND_BEFORE;
}

const LATEST = /^(?:spätestens|at the latest|no later than|not later than)$/;

/** The sides that a sentence may name without a number: "above the limit". */
export function sidesOf({ at }: Bounds): Bound[] {
  return at.flatMap(({ phrase, bound }) => (SIDE.test(phrase) ? [bound] : []));
}

const DEADLINE =
  /^(?:innerhalb|innerhalb von|binnen|bis|spätestens|within|by|until|at the latest|(?:no|not|nicht) (?:later than|später als))$/;

/** On which side of a number the values lie, and whether it is one until which something is done. */
export interface Side {
  bound: Bound;
  isDeadline: boolean;
}

/** The bound of the number that stands from `start` to `end`. */
export function boundBefore(
  { at }: Bounds,
  start: number,
  end: number,
  tokens: readonly Word[],
  { before }: Lexicon,
): Side | undefined {
  const inFront = at.findLast(
    ({ to, phrase }) =>
      to <= start && start - to <= reachOf(phrase) && !hasNumber(tokens, to, start),
  );
  const behind = at.find(
    ({ from, phrase }) =>
      from >= end &&
      from - end <= BOUND_AFTER &&
      /latest|earliest|schreit|steig|begrenzt|beschränkt|limited|^or |^oder |^und mehr/.test(
        phrase,
      ) &&
      !hasNumber(tokens, end, from),
  );
  const found = inFront ?? behind;
  if (found === undefined) return undefined;
  // "at the latest four weeks before" leaves at least four weeks.
  const leaves =
    LATEST.test(found.phrase) && tokens.slice(end, end + 3).some(({ word }) => before.has(word));
  return { bound: leaves ? 'least' : found.bound, isDeadline: DEADLINE.test(found.phrase) };
}

function hasNumber(tokens: readonly Word[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ word }) => NUMBER.test(word) || word === ',');
}
