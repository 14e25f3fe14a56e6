import { createHash } from 'node:crypto';
import { defined } from '../../../foundation/defined.js';
import { errorInside } from '../../../foundation/api-answers.js';
import { AppError } from '../../../foundation/errors.js';
import { parseJson } from '../../../foundation/exact-json.js';
import { canonicalJson, isObject, pointerKeys, valueAt } from '../../../foundation/json.js';
import { TooMuchJson } from '../../../foundation/json-limits.js';
import type { BackendAnswer, ReadClient } from '../../sources/clients.js';
import type { RequestRules } from './request-rules.js';

export type Image =
  | { kind: 'value'; value: unknown; etag?: string }
  /** Something is there, and nothing more is told of it (204). */
  | { kind: 'present' }
  /** There is nothing (404, 410). */
  | { kind: 'missing' }
  /** It could not be read: why, in a sentence. */
  | { kind: 'unread'; why: string };

export interface ImagePlace {
  path: string;
  query?: string;
  /** Those of the change, which may decide what the path leads to: a tenant's. Its conditions are not sent. */
  headers?: Readonly<Record<string, string>>;
  /** Where the object stands in what is read, as a JSON pointer; absent: it is the whole. */
  at?: string;
  /** What of the object cannot be sent, and is no part of the image: places as of {@link RequestRules}. */
  unsent?: readonly string[];
}

/** What is compared: an image is hashed, compared and stored with each proposal, on the thread that serves everybody. */
const COMPARED = { maxDepth: 64, maxKeys: 20_000, maxValues: 20_000, maxShapes: 10_000 };
const MAX_CHARS = 1024 * 1024;

/** Reads what a request is about to change. Rejects only when the call is cancelled. */
export async function readImage(read: ReadClient, place: ImagePlace): Promise<Image> {
  const { at = '', unsent, headers: all = {}, ...where } = place;
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !/^if-/i.test(name)));
  try {
    return objectIn(imageOf(await read.exchange({ method: 'GET', ...where, headers })), at, unsent);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'cancelled')
      return { kind: 'unread', why: `The current state could not be read: ${error.message}` };
    throw error;
  }
}

function imageOf(answer: BackendAnswer): Image {
  const { status, headers } = answer;
  if (status === 404 || status === 410) return { kind: 'missing' };
  if (status === 401 || status === 403)
    return unread(`these credentials may not read it (${status})`);
  if (status < 200 || status >= 300) return unread(`the backend answered ${status}`);
  if (status === 204) return { kind: 'present' };
  if ((headers['content-type'] ?? '').includes('html'))
    return unread('the backend answered with a web page instead of data');
  if (answer.text.length > MAX_CHARS)
    return unread(`it is too large to compare: more than ${MAX_CHARS} characters`);
  // A weak one says nothing of the bytes, so `If-Match` must not use it (RFC 9110).
  const [etag] = /^"[\x21\x23-\x7e\x80-\xff]{0,500}"$/.exec(headers['etag'] ?? '') ?? [];
  try {
    const value = answer.text === '' ? null : parseJson(answer.text, COMPARED);
    const fault = faultIn(value);
    return fault === undefined ? { kind: 'value', value, ...defined({ etag }) } : unread(fault);
  } catch (error) {
    return unread(
      error instanceof TooMuchJson
        ? `it is too large to compare: what was answered ${error.message}`
        : 'the backend answered with something that is not JSON',
    );
  }
}

/** Many backends answer 200 with nothing, or with an error, where nothing is stored. */
function faultIn(value: unknown): string | undefined {
  if (value === null) return 'the backend answered with nothing';
  const isRecord = isObject(value) && (Object.hasOwn(value, 'id') || isObject(value['data']));
  const inside = isRecord ? undefined : errorInside(value);
  return inside === undefined ? undefined : `the backend answered with an error: ${inside}`;
}

export function objectIn(image: Image, pointer: string, unsent: readonly string[] = []): Image {
  if (image.kind !== 'value') return image;
  const value = valueAt(image.value, pointer);
  return pointer !== '' && (value === undefined || value === null)
    ? unread(`what was answered has nothing at ${pointer}, where the object is expected`)
    : { ...image, value: withoutPlaces(value, unsent) };
}

export function withoutPlaces(value: unknown, places: readonly string[]): unknown {
  return places.map(pointerKeys).reduce(without, value);
}

function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return key === '*' ? value.map((item) => without(item, rest)) : value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...value, [key]: without(inner, rest) };
}

function unread(why: string): Image {
  return { kind: 'unread', why: `The current state cannot be shown: ${why}.` };
}

/** The parts of an image that a request is compared with: those fields of an object, or all of it. */
export function relevantPart(value: unknown, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || !isObject(value)) return value;
  return Object.fromEntries(
    fields.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]),
  );
}

/** These fields, and those of what is sent; undefined (all) stays so. */
export function fieldsWith(
  fields: readonly string[] | undefined,
  sent: unknown,
): readonly string[] | undefined {
  return fields && isObject(sent) ? [...new Set([...fields, ...Object.keys(sent)])] : fields;
}

export function imageHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** True for a request that says nothing but that something is to be there. */
export function isPresence({ action }: Pick<RequestRules, 'action'>, body: unknown): boolean {
  return action === 'presence' || (action === 'replace' && body === undefined);
}

/** Whether something is there. Content is no yes: it may say `{"enabled": false}`. */
export function existsIn(image: Image): boolean | undefined {
  if (image.kind === 'missing') return false;
  return image.kind === 'present' ? true : undefined;
}
