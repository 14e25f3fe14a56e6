import { findColumns, type Reading, type Tag } from '../../../../samples/offline-model/kit.js';
import { kinds } from './lexicon.js';
import type { TableView } from './table-view.js';

/** One change that a sentence asks for, and the part that speaks of it. */
export interface ChangeWish {
  kind: string;
  clause: Reading;
}

/** Two parts of these kinds are one change: "by price, highest first, then by name". */
const MERGING = new Set(['hide', 'unhide', 'sort', 'add', 'remove']);
const HEADS = Object.keys(kinds);
const JOINTS = new Set(['and', 'then', '&', 'plus', 'but']);
/** Words that may stand between a joint and the action word. */
const BETWEEN = new Set('also please then to the rows it them make set its'.split(' '));

/** The changes a sentence asks for, in its order. */
export function readChanges(reading: Reading): ChangeWish[] {
  const starts = partStarts(reading);
  const wishes: (ChangeWish & { from: number })[] = [];
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1] ?? reading.tokens.length;
    const clause = reading.slice(from, to);
    if (clause.tokens.every(({ kind, lower }) => kind === 'mark' || JOINTS.has(lower))) continue;
    const kind = kinds[HEADS.find((concept) => clause.has(concept)) ?? ''];
    const before = wishes.at(-1);
    const goesOn = kind === undefined || (kind === before?.kind && MERGING.has(kind));
    const unheaded = clause.has('dir.*') && !clause.has('cmp.*') ? 'sort' : 'filter';
    if (before && goesOn) before.clause = reading.slice(before.from, to);
    else wishes.push({ kind: kind ?? unheaded, clause, from });
  }
  return wishes;
}

/** A part begins behind a joint that an action word follows, with few words between. */
function partStarts(reading: Reading): number[] {
  // "No, show it again": the first word only takes back what was said before.
  const [first, second] = reading.tokens;
  const starts = [first?.lower === 'no' && second?.kind === 'mark' ? 2 : 0];
  for (const tag of reading.all(HEADS.join('|'))) {
    const joint = isThing(reading, tag) ? -1 : jointBefore(reading, tag);
    if (joint >= 0) starts.push(joint + 1);
  }
  return [...new Set(starts)].sort((a, b) => a - b);
}

function jointBefore({ tokens }: Reading, { from }: Tag): number {
  const start = Math.max(0, from - 4);
  const before = tokens.slice(start, from);
  const at = before.findLastIndex(
    ({ kind, lower, value }) =>
      kind === 'mark' || JOINTS.has(lower) || (!BETWEEN.has(lower) && value === undefined),
  );
  const isJoint = before[at]?.kind === 'mark' || JOINTS.has(before[at]?.lower ?? '');
  return isJoint ? start + at : -1;
}

/** "and the filter", "and the view": a word of an action that names a thing here. */
function isThing(reading: Reading, { concept, covers, from }: Tag): boolean {
  const isView = concept === 'act.list' && covers.length === 1 && reading.lower(from) === 'view';
  return isView || concept.startsWith('noun.');
}

/** "hide cancelled orders" speaks of rows, "hide the status" of a column. */
export function hidesRows({ kind, clause }: ChangeWish, view: TableView): boolean {
  // "hide everything that is reserved": a part of a column's name does not make it the column.
  const isRows =
    clause.says('everything', 'those', 'ones', 'rows', 'records') && !clause.has('noun.column');
  const isTold = isRows && clause.says('that', 'which', 'who');
  // "the quarantined lots" are rows, though a column is headed "Lot".
  const records = clause
    .all(`entity.${view.source}`)
    .filter(({ from }) => clause.lower(from).endsWith('s'))
    .flatMap(({ covers }) => covers);
  const isNamed = findColumns(clause, view.columns).some(
    ({ score, from }) => !isTold && !records.includes(from) && (score >= 1 || !isRows),
  );
  return kind === 'hide' && !isNamed;
}
