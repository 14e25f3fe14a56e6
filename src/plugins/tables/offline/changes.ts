import type { Reading, Tag } from '../../../../samples/offline-model/kit.js';
import { kinds } from './lexicon.js';

/** One change that a sentence asks for, and the part that speaks of it. */
export interface ChangeWish {
  kind: string;
  clause: Reading;
}

/** Two parts of these kinds are one change: "by price, highest first, then by name". */
const MERGING = new Set(['hide', 'unhide', 'sort', 'add', 'remove']);
const HEADS = Object.keys(kinds);

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
    if (before && goesOn) before.clause = reading.slice(before.from, to);
    else wishes.push({ kind: kind ?? unheaded(clause), clause, from });
  }
  return wishes;
}

function unheaded(clause: Reading): string {
  return clause.has('dir.*') && !clause.has('cmp.*') ? 'sort' : 'filter';
}

/** A part begins behind a joint that an action word follows, with few words between. */
function partStarts(reading: Reading): number[] {
  // "No, show it again": the first word only takes back what was said before.
  const [first, second] = reading.tokens;
  const starts = [first?.lower === 'no' && second?.kind === 'mark' ? 2 : 0];
  for (const tag of reading.all(HEADS.join('|'))) {
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

/** "and the filter", "and the view": a word of an action that names a thing here. */
function isThing({ tokens }: Reading, { concept, covers, from }: Tag): boolean {
  const isView = concept === 'act.list' && covers.length === 1 && tokens[from]?.lower === 'view';
  return isView || /^noun\./.test(concept);
}
