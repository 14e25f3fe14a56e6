import { writeJson } from '../../foundation/exact-json.js';
import { isObject, escapePart } from '../../foundation/json.js';

/** No more of a body is compared. */
export const MAX_LEAVES = 300;
const MAX_DEPTH = 24;
const ALIKE = 0.5;

/** The values of a body by their places, as JSON pointers; lists are one value each unless `inLists`. */
export function leavesOf(value: unknown, inLists = false, most = MAX_LEAVES): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (one: unknown, path: string, depth: number): void => {
    if (leaves.size >= most) return;
    const isInner = isObject(one) || (inLists && Array.isArray(one));
    const entries = isInner && depth < MAX_DEPTH ? Object.entries(one as object) : [];
    if (entries.length === 0) leaves.set(path, one);
    for (const [name, inner] of entries) visit(inner, `${path}/${escapePart(name)}`, depth + 1);
  };
  visit(value, '', 0);
  return leaves;
}

/** True where at least half of what two bodies hold is the same; of texts, their words count. */
export function isAlike(one: unknown, other: unknown): boolean {
  const [a, b] = [leavesOf(one, true), leavesOf(other, true)];
  const places = new Set([...a.keys(), ...b.keys()]);
  let same = 0;
  for (const place of places)
    if (a.has(place) && b.has(place)) same += likeness(a.get(place), b.get(place));
  return same / places.size >= ALIKE;
}

function likeness(one: unknown, other: unknown): number {
  if (writeJson(one) === writeJson(other)) return 1;
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.slice(0, 2000).toLowerCase().split(/\s+/u));
}
