import { numberIn, sameNumber, isNumber } from '../../../foundation/exact-number.js';
import { defined } from '../../../foundation/defined.js';
import {
  escapePart,
  isObject,
  type JsonObject,
  pointerKeys,
  valueAt,
} from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import { objectSecrets, sentObject } from './envelope.js';
import { expectedChange } from './expected-change.js';
import { type FieldChange, fieldDiff, sameTime } from './json-patch.js';
import { placeTold } from './made-object.js';
import { cutValue, MASK, maskSecrets } from './mask-secrets.js';
import { fieldsWith, isPresence, readImage, relevantPart, type Image } from './read-image.js';
import type { RequestFacts } from './request-facts.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/** The fields `stored_otherwise` than was said, by the answer or else by one read, which is `value`; `stored_unread`: why none could be read. */
export async function storedAfter(
  { rules, twin }: RequestFacts,
  payload: RequestPayload,
  before: Image | undefined,
  answered: unknown,
  read: ReadClient,
): Promise<{ told: JsonObject; value?: unknown }> {
  const { promised, shown } = promisedBy(rules, payload, before);
  const set = promised.filter(({ op }) => op !== 'remove');
  const isIn = ({ path }: FieldChange) => valueAt(answered, path) !== undefined;
  if (promised.length === 0) return { told: {} };
  // Some answer with what was there before, or with a part: only what is as it was said needs no read.
  const isTold = set.length > 0 && set.every(isIn);
  const told = differing(rules, isTold ? promised : set.filter(isIn), answered);
  const isSame = isTold && told['stored_otherwise'] === undefined;
  if (isSame && lostOf(shown, promised, answered).length === 0) return { told };
  const { action, created } = rules;
  const made = created?.methods.includes('GET') && placeTold(payload, created, answered);
  const place = action === 'create' ? made : twin;
  // Of what cannot be read, the answer may tell a part.
  if (!place) return { told };
  const image = await readImage(read, place);
  if (image.kind === 'unread') return { told: isTold ? told : { stored_unread: image.why } };
  if (action === 'delete' || isPresence(rules, payload.body))
    return { told: differing(rules, promised, { exists: image.kind !== 'missing' }) };
  if (image.kind !== 'value')
    return { told: { stored_unread: 'Right after it, nothing can be read there.' } };
  const all = [...promised, ...lostOf(shown, promised, image.value)];
  return { told: differing(rules, all, image.value), value: image.value };
}

/** What a person was shown that it would set or take away, as things stood right before it. */
function promisedBy(
  rules: RequestRules,
  { body }: RequestPayload,
  before: Image | undefined,
): { promised: FieldChange[]; shown?: unknown } {
  const { action, envelope, bulk, unreadable = [] } = rules;
  const sent = sentObject(body, envelope);
  const isNew = action === 'create' && isObject(sent);
  if (bulk || (before === undefined && !isNew)) return { promised: [] };
  if (action === 'delete') {
    const gone: FieldChange = { op: 'replace', path: '/exists', value: false };
    return { promised: before?.kind === 'missing' ? [] : [gone] };
  }
  const { before: old, after } =
    before && !isNew ? (expectedChange(rules, sent, before) ?? {}) : { after: sent };
  if (after === undefined) return { promised: [] };
  const { value: whole } = maskSecrets(after, objectSecrets(rules));
  const { changes } = fieldDiff(old ?? {}, whole);
  const isReadable = (path: string) => !unreadable.includes(pointerKeys(path)[0] ?? '');
  const promised = changes.filter(({ path, value }) => value !== MASK && isReadable(path));
  const fields = fieldsWith(rules.fields ?? [], sent) ?? [];
  const readable = fields.filter((name) => !unreadable.includes(name));
  return { promised, shown: relevantPart(whole, readable) };
}

/** What was shown to stay, and is gone: some backends take a PATCH for a PUT, or a part of an object for all of it. */
function lostOf(shown: unknown, promised: readonly FieldChange[], stored: unknown): FieldChange[] {
  if (!isObject(shown)) return [];
  const paths = new Set(promised.map(({ path }) => path));
  const isWithin = (path: string): boolean =>
    paths.has(path) || (path !== '' && isWithin(path.slice(0, path.lastIndexOf('/'))));
  return fieldDiff(shown, relevantPart(stored, Object.keys(shown)))
    .changes.filter((one) => isTold(one) && isEmpty(one.value ?? null))
    .filter(({ path }) => !isWithin(path))
    .map(({ path, before }) => ({ op: 'replace', path, value: before }));
}

const MAX_TOLD = 20;
const MAX_VALUE = 500;

function differing(
  rules: RequestRules,
  promised: readonly FieldChange[],
  whole: unknown,
): JsonObject {
  const stored = maskSecrets(whole, objectSecrets(rules)).value;
  const otherwise = promised.flatMap(({ path, value }) =>
    fieldDiff(value, valueAt(stored, path))
      .changes.filter(isTold)
      .map((one) => ({
        path: path + one.path,
        ...defined({
          accepted: cutValue(one.before, MAX_VALUE),
          stored: cutValue(one.value, MAX_VALUE),
        }),
      })),
  );
  return otherwise.length === 0 ? {} : { stored_otherwise: otherwise.slice(0, MAX_TOLD) };
}

/** True when all that was sent is there. */
export function holds(stored: unknown, sent: unknown): boolean {
  const part = relevantPart(stored, isObject(sent) ? Object.keys(sent) : undefined);
  const { changes, isCut } = fieldDiff(sent, part);
  return !isCut && !changes.some(isTold);
}

/** The places of these changes at which something else stands now than was left there; what stood in a whole, field by field. */
export function changedSince(
  { fields, ...rules }: RequestRules,
  changes: readonly FieldChange[],
  left: JsonObject,
  stored: JsonObject,
): string[] {
  const [was, now] = [left, stored].map((one) => maskSecrets(one, objectSecrets(rules)).value);
  const names = fields ?? Object.keys({ ...left, ...stored });
  const places = changes.flatMap(({ path }) =>
    path === '' ? names.map((name) => `/${escapePart(name)}`) : [path],
  );
  return places
    .filter((path) => names.includes(pointerKeys(path)[0] ?? ''))
    .filter((path) => fieldDiff(valueAt(was, path), valueAt(now, path)).changes.some(isTold));
}

/** What a backend adds inside a value is its own, and of a secret nobody can tell. */
function isTold({ op, path, before: wanted, value: stored }: FieldChange): boolean {
  if ((op === 'add' && path !== '') || wanted === MASK || stored === MASK) return false;
  return !isSame(wanted, stored);
}

/** Backends leave empty values out, write numbers as texts and times with other digits, and tell an object where its id was sent. */
function isSame(wanted: unknown, stored: unknown): boolean {
  if ((wanted ?? stored ?? null) === null) return true;
  if (wanted === undefined || wanted === null) return isEmpty(stored);
  if (stored === undefined || stored === null) return isEmpty(wanted);
  if (isObject(stored)) {
    const { id } = stored;
    return (typeof id === 'string' || isNumber(id)) && isSame(wanted, id);
  }
  if (typeof wanted === 'object' && !isNumber(wanted)) return false;
  if (typeof wanted === typeof stored) return sameTime(wanted, stored);
  const [one, other] = [wanted, stored].map((value) =>
    typeof value === 'string' ? (numberIn(value) ?? value) : value,
  );
  return sameNumber(one, other);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || isNumber(value)) return !value;
  return value === null || Object.keys(value).length === 0;
}
