import type * as kit from '../../../../samples/offline-model/kit.js';
import { kinds } from './lexicon.js';

/** One change that a sentence asks for, and the part that speaks of it. */
export interface ChangeWish {
  kind: string;
  clause: kit.Reading;
}

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

/** The changes a sentence asks for, in its order. */
export function readChanges(reading: kit.Reading): ChangeWish[] {
  const starts = partStarts(reading);
  const wishes: (ChangeWish & { from: number })[] = [];
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1] ?? reading.tokens.length;
    const clause = reading.slice(from, to);
    if (clause.tokens.every(({ kind, lower }) => kind === 'mark' || JOINTS.has(lower))) continue;
    const kind = kinds[HEADS.find((concept) => clause.has(concept)) ?? ''];
    const before = wishes.at(-1);
    const goesOn = kind === undefined || (kind === before?.kind && MERGING.has(kind));
    // "Last count: just the date" names its thing first.
    const isNamed = before?.kind === 'filter' && before.clause.tokens.at(-1)?.lower === ':';
    if (before && (goesOn || isNamed)) {
      before.clause = reading.slice(before.from, to);
      before.kind = isNamed ? (kind ?? before.kind) : before.kind;
    } else wishes.push({ kind: kind ?? unheaded(clause), clause, from });
  }
  return wishes;
}

/** What a part without a word of an action asks for. */
const unheaded = (clause: kit.Reading): string =>
  clause.has('dir.*') && !clause.has('cmp.*') ? 'sort' : 'filter';

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
