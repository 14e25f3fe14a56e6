import { sameNumber } from '../../../foundation/exact-number.js';
import { isObject, ownValue, escapePart } from '../../../foundation/json.js';

/** One difference: a JSON pointer, and the value before and after. */
export interface FieldChange {
  op: 'add' | 'remove' | 'replace';
  path: string;
  before?: unknown;
  value?: unknown;
}

const MAX_CHANGES = 200;

/** The differences between two JSON values, and whether there are more than are listed. */
export interface FieldDiff {
  changes: FieldChange[];
  isCut: boolean;
}

/**
 * What differs between two values, as operations with RFC 6902 paths. Objects are compared field by field;
 * lists of the same length item by item, others as a whole, as many lists are sets.
 */
export function fieldDiff(before: unknown, after: unknown): FieldDiff {
  const changes: FieldChange[] = [];
  // Without recursion: what a backend answers may be nested as deep as it likes.
  const open: [string, unknown, unknown][] = [['', before, after]];
  for (let at = 0; at < open.length; at += 1) {
    const [path, old, value] = open[at] as (typeof open)[number];
    const inner = innerPairs(old, value);
    if (inner !== undefined) {
      for (const [key, a, b] of inner) open.push([`${path}/${escapePart(key)}`, a, b]);
      continue;
    }
    if (old === value || sameNumber(old, value)) continue;
    if (changes.length === MAX_CHANGES) return { changes, isCut: true };
    changes.push(changeAt(path, old, value));
  }
  return { changes, isCut: false };
}

/** The parts of two values that are compared one by one; undefined when they are compared whole. */
function innerPairs(old: unknown, value: unknown): [string, unknown, unknown][] | undefined {
  if (isObject(old) && isObject(value)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(value)])];
    return keys.map((key) => [key, ownValue(old, key), ownValue(value, key)]);
  }
  if (!Array.isArray(old) || !Array.isArray(value) || old.length !== value.length) return undefined;
  return old.map((item: unknown, at) => [String(at), item, (value as unknown[])[at]]);
}

function changeAt(path: string, before: unknown, value: unknown): FieldChange {
  if (before === undefined) return { op: 'add', path, value };
  return value === undefined
    ? { op: 'remove', path, before }
    : { op: 'replace', path, before, value };
}
