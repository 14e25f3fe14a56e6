import type { Tag } from '../../../../samples/offline-model/reading/concepts.js';
import type { Reading } from '../../../../samples/offline-model/reading/reading.js';

/** A kind of change to a table. */
export type ChangeKind =
  | 'hide'
  | 'unhide'
  | 'rename'
  | 'move'
  | 'resize'
  | 'align'
  | 'format'
  | 'sort'
  | 'filter'
  | 'join'
  | 'remove'
  | 'add'
  | 'show';

/** One change that a sentence asks for, and the part that speaks of it. */
export interface ChangeWish {
  kind: ChangeKind;
  clause: Reading;
}

/** Concept → change. In one part of a sentence the first of this list that occurs wins. */
const KINDS: readonly [string, ChangeKind][] = [
  ['act.rename', 'rename'],
  ['act.unhide', 'unhide'],
  ['act.hide', 'hide'],
  ['act.move', 'move'],
  ['act.resize', 'resize'],
  ['act.align', 'align'],
  ['act.format', 'format'],
  ['act.sort', 'sort'],
  ['noun.sort', 'sort'],
  ['act.compute', 'add'],
  ['act.join', 'join'],
  ['noun.filter', 'filter'],
  ['act.filter', 'filter'],
  ['act.remove', 'remove'],
  ['act.add', 'add'],
  ['act.list', 'show'],
];

/** Two parts of these kinds are one change: "by price, highest first, then by name". */
const MERGING: ReadonlySet<ChangeKind> = new Set(['hide', 'unhide', 'sort', 'add', 'remove']);

const HEADS = KINDS.map(([concept]) => concept).join('|');

/** The changes a sentence asks for, in its order. */
export function readChanges(reading: Reading): ChangeWish[] {
  const starts = partStarts(reading);
  const parts = starts
    .map((from, at) => reading.slice(from, starts[at + 1] ?? reading.tokens.length))
    .filter(({ tokens }) =>
      tokens.some(({ kind, lower }) => kind !== 'mark' && !JOINTS.has(lower)),
    );
  const wishes: ChangeWish[] = [];
  for (const clause of parts) {
    const kind = kindOf(clause);
    const before = wishes.at(-1);
    const goesOn =
      before !== undefined && (kind === undefined || (kind === before.kind && MERGING.has(kind)));
    if (goesOn)
      wishes[wishes.length - 1] = { ...before, clause: joined(reading, before.clause, clause) };
    else if (kind !== undefined) wishes.push({ kind, clause });
    else
      wishes.push({
        kind: clause.has('dir.*') && !clause.has('cmp.*') ? 'sort' : 'filter',
        clause,
      });
  }
  return wishes;
}

/** A part begins behind a joint that an action word follows, with few words between. */
function partStarts(reading: Reading): number[] {
  // "No, show it again": the first word only takes back what was said before.
  const [first, second] = reading.tokens;
  const starts = [first?.lower === 'no' && second?.kind === 'mark' ? 2 : 0];
  for (const tag of reading.all(HEADS)) {
    const joint = tag.from > 0 && !isThing(reading, tag) ? jointBefore(reading, tag) : undefined;
    if (joint !== undefined) starts.push(joint + 1);
  }
  return [...new Set(starts)].sort((a, b) => a - b);
}

const JOINTS = new Set(['and', 'then', '&', 'plus', 'but']);
/** Words that may stand between a joint and the action word. */
const BETWEEN = new Set('also please then to the rows it them make set its'.split(' '));

function jointBefore(reading: Reading, tag: Tag): number | undefined {
  for (let at = tag.from - 1; at >= 0 && at >= tag.from - 4; at -= 1) {
    const token = reading.tokens[at];
    if (token?.kind === 'mark' || JOINTS.has(token?.lower ?? '')) return at;
    if (token?.value === undefined && !BETWEEN.has(token?.lower ?? '')) return undefined;
  }
  return undefined;
}

/** "and total", "and the field": a word of an action that names a thing here. */
function isThing(reading: Reading, tag: Tag): boolean {
  if (['noun.filter', 'noun.sort'].includes(tag.concept)) return true;
  return (
    tag.concept === 'act.list' &&
    tag.covers.length === 1 &&
    reading.tokens[tag.from]?.lower === 'view'
  );
}

function kindOf(clause: Reading): ChangeKind | undefined {
  const found = KINDS.find(([concept]) => clause.has(concept));
  return found?.[1];
}

function joined(whole: Reading, first: Reading, second: Reading): Reading {
  const from = whole.tokens.indexOf(first.tokens[0] as never);
  const to = whole.tokens.indexOf(second.tokens.at(-1) as never) + 1;
  return from < 0 || to <= from ? first : whole.slice(from, to);
}
