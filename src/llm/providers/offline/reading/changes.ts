import type { Tag } from './concepts.js';
import type { Reading } from './reading.js';

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
  ['act.join', 'join'],
  ['noun.filter', 'filter'],
  ['act.filter', 'filter'],
  ['act.remove', 'remove'],
  ['act.add', 'add'],
  ['act.list', 'show'],
];

const HEADS = KINDS.map(([concept]) => concept).join('|');

/** The changes a sentence asks for, in its order. */
export function readChanges(reading: Reading): ChangeWish[] {
  const starts = partStarts(reading);
  const parts = starts.map((from, at) =>
    reading.slice(from, starts[at + 1] ?? reading.tokens.length),
  );
  const wishes: ChangeWish[] = [];
  for (const clause of parts) {
    const kind = kindOf(clause);
    const before = wishes.at(-1);
    if (kind !== undefined) wishes.push({ kind, clause });
    else if (before !== undefined)
      wishes[wishes.length - 1] = { ...before, clause: joined(reading, before.clause, clause) };
    else
      wishes.push({
        kind: clause.has('dir.*') && !clause.has('cmp.*') ? 'sort' : 'filter',
        clause,
      });
  }
  return wishes;
}

/** A part begins where an action word follows a joint. */
function partStarts(reading: Reading): number[] {
  const starts = [0];
  for (const tag of reading.all(HEADS)) {
    if (tag.from > 0 && followsJoint(reading, tag) && !isThing(reading, tag)) starts.push(tag.from);
  }
  return [...new Set(starts)].sort((a, b) => a - b);
}

function followsJoint(reading: Reading, tag: Tag): boolean {
  for (let at = tag.from - 1; at >= 0 && at >= tag.from - 3; at -= 1) {
    const token = reading.tokens[at];
    if (token?.kind === 'mark' || ['and', 'then', '&', 'plus', 'but'].includes(token?.lower ?? ''))
      return true;
    if (!['also', 'please', 'then', 'to', 'the', 'rows', 'it', 'them'].includes(token?.lower ?? ''))
      return false;
  }
  return false;
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
