import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject, escapePart, mergePatch } from '../../../foundation/json.js';
import { fieldDiff, type FieldChange, MAX_CHANGES, patchedValue } from './json-patch.js';
import { existsIn, fieldsWith, isPresence, relevantPart, type Image } from './read-image.js';
import type { RequestRules } from './request-rules.js';

export interface ExpectedChange {
  before?: unknown;
  after?: unknown;
  diff?: FieldChange[];
  isCut: boolean;
  dropped: string[];
}

/** Compares a request's object with what is there; undefined where there is nothing, or no common field. */
export function expectedChange(
  rules: RequestRules,
  body: unknown,
  image: Image,
): ExpectedChange | undefined {
  if (image.kind === 'unread' || !isComparable(rules, body, image)) return undefined;
  // Nobody can change a part of nothing.
  if (image.kind === 'missing' && isPartial(rules)) return undefined;
  if (rules.bulk && image.kind === 'value') return seen(image.value);
  const existed = existsIn(image);
  if (isPresence(rules, body) && existed !== undefined) return presenceChange(existed, true);
  if (existed === true)
    return rules.action === 'delete' ? presenceChange(true, false) : seen({ exists: true });
  // What a DELETE takes are options of its own.
  const fields = rules.action === 'delete' ? undefined : fieldsWith(rules.fields, body);
  const stored = image.kind === 'value' ? relevantPart(image.value, fields) : undefined;
  if (body === undefined && rules.action !== 'delete')
    return stored === undefined ? undefined : seen(stored);
  return changeOf(rules, stored, body);
}

/** True for what changes a part of what is there. */
export function isPartial({ action }: Pick<RequestRules, 'action'>): boolean {
  return ['merge', 'patch', 'json_patch', 'effect'].includes(action);
}

function changeOf(rules: RequestRules, stored: unknown, body: unknown): ExpectedChange | undefined {
  switch (rules.action) {
    case 'replace':
      return withUnreadable(replaced(stored, body, rules.fields), rules);
    case 'merge':
      return withUnreadable(compared(stored, mergePatch(stored, body)), rules);
    case 'patch':
      return withUnreadable(compared(stored, mergePatch(stored, body, true)), rules);
    case 'json_patch':
      return patched(stored, body);
    case 'delete':
      return stored === undefined
        ? undefined
        : { ...seen(stored), diff: [{ op: 'remove', path: '', before: stored }] };
    case 'create':
      return stored === undefined ? undefined : seen(stored);
    default:
      return undefined;
  }
}

/** Whether something is there before and after, as a state with the one field `exists`. */
function presenceChange(before: boolean, after: boolean): ExpectedChange {
  return {
    ...seen({ exists: before }),
    after: { exists: after },
    diff: before === after ? [] : [{ op: 'replace', path: '/exists', before, value: after }],
  };
}

/** What is there, where the request does not tell what becomes of it. */
function seen(before: unknown): ExpectedChange {
  return { before, isCut: false, dropped: [] };
}

function compared(before: unknown, after: unknown): ExpectedChange {
  const { changes, isCut } = fieldDiff(before, after);
  return { before, after, diff: changes, isCut, dropped: [] };
}

function replaced(
  before: unknown,
  body: unknown,
  fields: readonly string[] | undefined,
): ExpectedChange {
  const change = compared(before, body);
  if (!isObject(before) || !isObject(body)) return change;
  // Without a schema nobody can tell a field that would be lost from one that the backend fills by itself.
  if (fields === undefined) return compared(relevantPart(before, Object.keys(body)), body);
  const dropped = Object.keys(before).filter((name) => !Object.hasOwn(body, name));
  return { ...change, dropped };
}

/** Of a field that cannot be read nobody knows whether it is there: it is set, not added. */
function withUnreadable(change: ExpectedChange, { unreadable = [] }: RequestRules): ExpectedChange {
  const places = new Set(unreadable.map((name) => `/${escapePart(name)}`));
  const diff = change.diff?.map((one) =>
    one.op === 'add' && places.has(one.path) ? { ...one, op: 'replace' as const } : one,
  );
  return { ...change, ...defined({ diff }) };
}

/** False where an object was read that has none of the fields that are sent, and may be another one: not what its schema tells. */
export function isComparable(rules: RequestRules, body: unknown, image: Image): boolean {
  const { action, bulk, fields = [], unreadable } = rules;
  if (bulk === true || image.kind !== 'value' || action === 'json_patch' || action === 'delete')
    return true;
  if (body === undefined) return true;
  if (!isObject(body) || !isObject(image.value)) return isObject(body) === isObject(image.value);
  const known: JsonObject = image.value;
  const sent = Object.keys(body);
  const isThere = (name: string) => Object.hasOwn(known, name);
  if (sent.length === 0 || sent.some(isThere)) return true;
  const isTold = (name: string) => fields.includes(name) && unreadable?.includes(name) === false;
  return ['id', ...fields].some(isThere) && sent.some(isTold);
}

/** The steps of a JSON Patch, one after the other; no difference where it does not fit what is there. */
function patched(before: unknown, body: unknown): ExpectedChange {
  const { value: after, steps } = patchedValue(before, body) ?? {};
  const isCut = steps !== undefined && steps.length > MAX_CHANGES;
  return { before, dropped: [], isCut, ...defined({ after, diff: steps?.slice(0, MAX_CHANGES) }) };
}
