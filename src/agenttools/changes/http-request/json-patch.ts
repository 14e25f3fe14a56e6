import { parseJson, writeJson } from '../../../foundation/exact-json.js';
import {
  isObject,
  type JsonObject,
  jsonLength,
  pointerKeys,
  ownValue,
  escapePart,
} from '../../../foundation/json.js';
import { sameNumber } from '../../../foundation/exact-number.js';

const MAX_OPERATIONS = 500;
/** Copies of copies double with each operation. */
const MAX_COPIED = 1024 * 1024;

/** What a JSON Patch (RFC 6902) makes of a value, and each step of what the one before it made; undefined where it cannot be applied. */
export function patchedValue(
  before: unknown,
  patch: unknown,
): { value: unknown; steps: FieldChange[] } | undefined {
  if (!Array.isArray(patch) || patch.length > MAX_OPERATIONS) return undefined;
  const root: Root = { value: copyOf(before), room: MAX_COPIED, steps: [] };
  return patch.every((operation) => isObject(operation) && applied(root, operation))
    ? { value: root.value, steps: root.steps }
    : undefined;
}

/** The JSON Patch that leads from what a patch made back to what was there; undefined where it cannot be told. */
export function reversedPatch(before: unknown, patch: unknown): JsonObject[] | undefined {
  const after = patchedValue(before, patch);
  if (after === undefined) return undefined;
  const { changes, isCut } = fieldDiff(after.value, before);
  if (isCut || changes.length === 0) return undefined;
  return changes.map(({ op, path, value }) =>
    op === 'remove' ? { op, path } : { op, path, value },
  );
}

function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : parseJson(writeJson(value));
}

interface Root {
  value: unknown;
  room: number;
  steps: FieldChange[];
}

function applied(root: Root, { op, path, from, value }: JsonObject): boolean {
  if (!isPointer(path)) return false;
  switch (op) {
    case 'add':
      return put(root, path, value, true);
    case 'replace':
      return put(root, path, value, false);
    case 'remove':
      return take(root, path) !== undefined;
    case 'test':
      return fieldDiff(lookUp(root, path)?.value, value).changes.length === 0;
    case 'copy':
    case 'move': {
      if (!isPointer(from) || (op === 'move' && path.startsWith(`${from}/`))) return false;
      const found = op === 'copy' ? lookUp(root, from) : take(root, from);
      if (found === undefined) return false;
      root.room -= jsonLength(found.value, root.room);
      return root.room >= 0 && put(root, path, copyOf(found.value), true);
    }
    default:
      return false;
  }
}

function isPointer(value: unknown): value is string {
  return typeof value === 'string' && (value === '' || value.startsWith('/'));
}

function lookUp(root: Root, pointer: string): { value: unknown } | undefined {
  if (pointer === '') return root;
  const { holder, key } = placeOf(root, pointer);
  return childOf(holder, key);
}

function childOf(holder: unknown, key: string): { value: unknown } | undefined {
  if (Array.isArray(holder)) {
    const at = indexIn(holder, key);
    return at < holder.length ? { value: holder[at] as unknown } : undefined;
  }
  return isObject(holder) && Object.hasOwn(holder, key) ? { value: holder[key] } : undefined;
}

function put(root: Root, pointer: string, value: unknown, adds: boolean): boolean {
  const old = lookUp(root, pointer);
  if (!adds && old === undefined) return false;
  const { holder, key } = placeOf(root, pointer);
  const step = { path: pointer, value };
  const inserts = old === undefined || (adds && Array.isArray(holder));
  root.steps.push(inserts ? { op: 'add', ...step } : { op: 'replace', ...step, before: old.value });
  if (pointer === '') root.value = copyOf(value);
  else if (Array.isArray(holder)) {
    const at = adds && key === '-' ? holder.length : indexIn(holder, key);
    if (at > holder.length) return false;
    holder.splice(at, adds ? 0 : 1, copyOf(value));
  } else if (isObject(holder) && key !== '__proto__') holder[key] = copyOf(value);
  else return false;
  return true;
}

function take(root: Root, pointer: string): { value: unknown } | undefined {
  const found = lookUp(root, pointer);
  if (found === undefined || pointer === '') return undefined;
  const { holder, key } = placeOf(root, pointer);
  if (Array.isArray(holder)) holder.splice(indexIn(holder, key), 1);
  else delete (holder as JsonObject)[key];
  root.steps.push({ op: 'remove', path: pointer, before: found.value });
  return { value: found.value };
}

function placeOf({ value }: Root, pointer: string): { holder: unknown; key: string } {
  const keys = pointerKeys(pointer);
  const key = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((outer, one) => childOf(outer, one)?.value, value);
  return { holder, key };
}

/** Beyond the end for what is no index: RFC 6901 allows no leading zeros. */
function indexIn(list: readonly unknown[], key: string): number {
  return /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : list.length + 1;
}

export interface FieldChange {
  op: 'add' | 'remove' | 'replace';
  path: string;
  before?: unknown;
  value?: unknown;
}

export const MAX_CHANGES = 200;

/** What differs, as operations of RFC 6902. Lists of one length item by item, others as a whole: many are sets. */
export function fieldDiff(
  before: unknown,
  after: unknown,
): { changes: FieldChange[]; isCut: boolean } {
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
    if (old === value || sameNumber(old, value) || sameTime(old, value)) continue;
    if (changes.length === MAX_CHANGES) return { changes, isCut: true };
    if (old === undefined) changes.push({ op: 'add', path, value });
    else if (value === undefined) changes.push({ op: 'remove', path, before: old });
    else changes.push({ op: 'replace', path, before: old, value });
  }
  return { changes, isCut: false };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** True of two times that are the same moment, to the last digit. */
export function sameTime(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const [a, b] = [TIME.exec(one), TIME.exec(other)];
  const isSame = Number(a?.[1] ?? 0) === Number(b?.[1] ?? 0);
  return a !== null && b !== null && isSame && Date.parse(one) === Date.parse(other);
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
