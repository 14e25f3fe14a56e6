import type * as kit from '../../../../samples/offline-model/kit.js';
import { kinds } from './lexicon.js';

/** One change that a sentence asks for, and the part that speaks of it. */
export interface ChangeWish {
  kind: string;
  clause: kit.Reading;
}

/** "I don't need the code, hide it": kinds of change whose thing the part before may name. */
const POINTING = new Set([
  'hide',
  'unhide',
  'remove',
  'add',
  'show',
  'format',
  'resize',
  'align',
  'move',
]);

/** Two parts of these kinds are one change: "by price, highest first, then by name". */
const MERGING = new Set(['hide', 'unhide', 'sort', 'add', 'remove']);
const HEADS = Object.keys(kinds);
const JOINTS = new Set(['and', 'then', '&', 'plus', 'but']);
/** Words that may stand between a joint and the action word. */
const BETWEEN = new Set(
  'also please then to the rows it them make set its so can could would they be both you we i'.split(
    ' ',
  ),
);

/** A part on its way to a wish. */
interface Part extends ChangeWish {
  from: number;
  /** Whether a word of it says what is to be done. */
  isHeaded: boolean;
}

/** The changes a sentence asks for, in its order. */
export function readChanges(reading: kit.Reading): ChangeWish[] {
  const starts = partStarts(reading);
  const wishes: Part[] = [];
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1] ?? reading.tokens.length;
    const clause = reading.slice(from, to);
    if (clause.tokens.every(({ kind, lower }) => kind === 'mark' || JOINTS.has(lower))) continue;
    const kind = kinds[HEADS.find((concept) => clause.has(concept)) ?? ''];
    const before = wishes.at(-1);
    if (before && goesOn(before, clause, kind)) {
      before.clause = reading.slice(before.from, to);
      before.kind = before.isHeaded ? before.kind : (kind ?? before.kind);
      before.isHeaded ||= kind !== undefined;
    } else wishes.push({ kind: kind ?? unheaded(clause), clause, from, isHeaded: !!kind });
  }
  return wishes;
}

/** Whether a part is about the same change as the one before it. */
function goesOn(before: Part, clause: kit.Reading, kind?: string): boolean {
  if (kind === undefined || (kind === before.kind && MERGING.has(kind))) return true;
  // "Last count: just the date" names its thing first.
  const isNamed = before.clause.tokens.at(-1)?.lower === ':';
  const points = isNamed || clause.says('it', 'them', 'they', 'both', 'that', 'those', 'these');
  return !before.isHeaded && points && POINTING.has(kind);
}

/** What a part without a word of an action asks for. */
function unheaded(clause: kit.Reading): string {
  if (clause.has('dir.*') && !clause.has('cmp.*')) return 'sort';
  return isUseless(clause) ? 'hide' : 'filter';
}

/** "I don't need the code": it may go. */
export const isUseless = (clause: kit.Reading): boolean =>
  clause.has('negation') &&
  clause.says('need', 'needed', 'use', 'useful', 'interest', 'interesting');

/** A part begins behind a joint that an action word follows, with few words between. */
function partStarts(reading: kit.Reading): number[] {
  // "No, show it again": the first word only takes back what was said before.
  const [first, second] = reading.tokens;
  const starts = reading.all(HEADS.join('|')).map((tag) => jointBefore(reading, tag) + 1);
  const opening = first?.lower === 'no' && second?.kind === 'mark' ? 2 : 0;
  return [...new Set([opening, ...starts.filter((start) => start > 0)])].sort((a, b) => a - b);
}

function jointBefore(reading: kit.Reading, { concept, covers, from }: kit.Tag): number {
  // "and the filter", "and the view": a word of an action that names a thing here.
  const isView = concept === 'act.list' && covers.length === 1 && reading.lower(from) === 'view';
  if (isView || concept.startsWith('noun.')) return -1;
  const start = Math.max(0, from - 4);
  const before = reading.tokens.slice(start, from);
  const isJoint = (token?: kit.Token) => token?.kind === 'mark' || JOINTS.has(token?.lower ?? '');
  const at = before.findLastIndex(
    (token) => isJoint(token) || (!BETWEEN.has(token.lower) && token.value === undefined),
  );
  return isJoint(before[at]) ? start + at : -1;
}
