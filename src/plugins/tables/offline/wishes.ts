import type * as kit from '../../../../samples/offline-model/kit.js';
import { sideIn } from './column-changes.js';
import { kinds, unheaded } from './lexicon.js';

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
    const kind = kindOf(clause);
    const before = wishes.at(-1);
    // "Last count: just the date" names its thing first.
    const isNamed = before?.kind === 'filter' && before.clause.tokens.at(-1)?.lower === ':';
    if (before && (isNamed || goesOn(before, kind, clause))) {
      before.clause = reading.slice(before.from, to);
      before.kind = isNamed ? (kind ?? before.kind) : before.kind;
    } else wishes.push({ kind: kind ?? withoutHead(clause), clause, from });
  }
  return wishes;
}

/** Whether a part says more of the change before it. */
function goesOn({ kind: before, clause }: ChangeWish, kind: string | undefined, part: kit.Reading) {
  if (kind === undefined || kind !== before) return kind === undefined;
  // "to the front, ahead of the number" is one place, "more room, 280 pixels" one width.
  const isPlace = kind === 'move' && sideIn(part) === 0;
  return MERGING.has(kind) || isPlace || (kind === 'resize' && !hasNumber(clause));
}

const hasNumber = ({ tokens }: kit.Reading) => tokens.some(({ value }) => value !== undefined);

/** The change that a word of a part asks for; what is not visible is hidden, and values are ordered where columns are moved. */
function kindOf(clause: kit.Reading): string | undefined {
  // "show the phone as well" formats nothing.
  const isHead = ({ to }: kit.Tag) =>
    !(clause.lower(to - 1) === 'as' && clause.lower(to) === 'well');
  const kind = kinds[HEADS.find((concept) => clause.all(concept).some(isHead)) ?? ''];
  if (kind === 'move' && clause.has('dir.*') && sideIn(clause) < 0) return 'sort';
  return kind === 'unhide' && clause.has('act.hide') && clause.says('not', 'no') ? 'hide' : kind;
}

/** What a part without a word of an action asks for. */
function withoutHead(clause: kit.Reading): string {
  const found = Object.entries(unheaded).find(([concept]) => clause.has(concept));
  if (clause.has('cmp.*')) return 'filter';
  return found?.[1] ?? (clause.says('->', '→') ? 'rename' : 'filter');
}

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
