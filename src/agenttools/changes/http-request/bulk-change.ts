import { isObject, escapePart } from '../../../foundation/json.js';
import { isSecretName, MASK } from './mask-secrets.js';
import type { Image } from './read-image.js';
import type { RequestPayload } from './request-payload.js';

const METHODS = new Set(['PUT', 'PATCH', 'DELETE']);

/** True for a change of what a filter finds: its path ends with no id, and a list is read there. */
export function isBulk({ method, path_template: path }: RequestPayload, image: Image): boolean {
  if (!METHODS.has(method) || /\}\/?(?:\?|$)/.test(path) || image.kind !== 'value') return false;
  return listPlace(image.value) !== undefined;
}

/** Where the list stands in an answer: it is the whole, or the only list of an object. */
export function listPlace(value: unknown): string | undefined {
  if (Array.isArray(value)) return '';
  if (!isObject(value) || Object.hasOwn(value, 'id')) return undefined;
  const [list, ...others] = Object.entries(value).filter(([, one]) => Array.isArray(one));
  return list === undefined || others.length > 0 ? undefined : `/${escapePart(list[0])}`;
}

const MAX_FILTER = 500;

/** How many records a change of several concerns, as far as a read with the same filter tells, in sentences. */
export function bulkNotes(payload: RequestPayload, list: unknown, whole: unknown): string[] {
  const found = Array.isArray(list) ? list.length : 0;
  const total = totalIn(whole, found);
  const count = `${total} ${total === 1 ? 'record' : 'records'}`;
  const filter = readableQuery(payload.query);
  const notes = [
    filter === ''
      ? `It has no filter, so it may concern all that is there: a read finds ${count} now.`
      : `A read with the same filter finds ${count} now. The filter: ${filter}.`,
  ];
  if (namesRecords(payload, Array.isArray(list) ? list : []))
    notes.push('Which records it concerns is also said by what is sent.');
  return [...notes, NO_UNDO];
}

/** Whether what is sent says itself which records it concerns: a list, or fields that no record has, as `keys`. */
function namesRecords({ method, body }: RequestPayload, list: readonly unknown[]): boolean {
  if (method === 'DELETE' || !isObject(body))
    return method === 'DELETE' ? body !== undefined : Array.isArray(body);
  const isField = (name: string) => list.some((one) => isObject(one) && Object.hasOwn(one, name));
  return Object.entries(body).some(
    ([name, value]) => typeof value === 'object' && value !== null && !isField(name),
  );
}

/** What a change of several never promises. */
export const NO_UNDO = 'What it changes in each cannot be shown, and it cannot be undone here.';

/** Said instead where the list takes no such filter. */
export const UNCOUNTED =
  'It concerns all records that its filter finds. How many cannot be told: the list there does not take the same filter.';

/** What a page says of all of them, where it does. */
function totalIn(whole: unknown, found: number): number {
  if (!isObject(whole)) return found;
  const numbers = [whole, ...Object.values(whole).filter(isObject)].flatMap((part) =>
    Object.entries(part).filter(([name]) => /total|count/i.test(name)),
  );
  const counts = numbers.map(([, value]) => value).filter((one) => Number.isInteger(one));
  return Math.max(found, ...(counts as number[]));
}

/** A query as people read it: decoded, its secrets masked. */
export function readableQuery(query: string | undefined): string {
  const pairs = [...new URLSearchParams(query ?? '')].map(
    ([name, value]) => `${name}=${isSecretName(name) ? MASK : value}`,
  );
  return pairs.join(', ').slice(0, MAX_FILTER);
}
