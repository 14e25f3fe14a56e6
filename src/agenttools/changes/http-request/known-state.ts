import { defined } from '../../../foundation/defined.js';
import type { ReadClient } from '../../sources/clients.js';
import { referencesIn } from '../references.js';
import {
  asObject,
  isObject,
  escapePart,
  asList,
  partAt,
  valueAt,
} from '../../../foundation/json.js';
import {
  findEnvelope,
  placesBelow,
  sentBeside,
  sentShape,
  shapeOfValue,
  type Envelope,
} from './envelope.js';
import { storedBefore } from './made-object.js';
import { objectIn, readImage, type Image, type ImagePlace } from './read-image.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';
import { isSecretName, MASK } from './mask-secrets.js';
import { nameIn } from '../../sources/openapi/document/path-key.js';

/** What is known of what a request is sent to, and of where the object stands in both. */
interface KnownState {
  rules: RequestRules;
  place?: ImagePlace;
  image?: Image;
  whole?: unknown;
  beside?: string[];
}

/** Reads what a request is sent to. What the document does not tell of its form, the answer shows. */
export async function readState(
  payload: RequestPayload,
  rules: RequestRules,
  read: ReadClient,
): Promise<KnownState> {
  const twin = twinPlace(payload, rules);
  if (rules.action === 'create') return { rules, ...(await storedBefore(payload, rules, read)) };
  if (twin === undefined) return { rules };
  const whole = await readImage(read, twin);
  const value = whole.kind === 'value' ? whole.value : undefined;
  // What a filter finds is changed where the path ends with no id, and a list is read there.
  const isOne = !METHODS.has(payload.method) || /\}\/?(?:\?|$)/.test(payload.path_template);
  if (!isOne && isSeveral(payload, twin, value)) return severalState(payload, rules, twin, whole);
  const found = envelopeOf(payload, rules, value);
  const { read: at, body } = found;
  const beside = sentBeside(payload.body, found, value);
  const { envelope, fields, unsent = [], ...others } = rules;
  // The fields of the wrapper are none of the object.
  const own = body === (envelope?.body ?? '') ? defined({ fields }) : {};
  // Those of the object itself are none of its `fields`, and may name it.
  const inner = placesBelow(body, unsent).filter((one) => one.indexOf('/', 1) > 0);
  return {
    rules: { ...others, ...own, envelope: { ...envelope, read: at, body } },
    place: { ...placeAt(twin, at), ...(inner.length > 0 && { unsent: inner }) },
    image: objectIn(whole, at, inner),
    ...defined({ beside: beside.length === 0 ? undefined : beside }),
  };
}

function placeAt(twin: ImagePlace, at: string): ImagePlace {
  return at === '' ? twin : { ...twin, at };
}

function envelopeOf(payload: RequestPayload, rules: RequestRules, value: unknown): Envelope {
  const { read, body = '' } = rules.envelope ?? {};
  const form = shapeOfValue(value);
  if (read !== undefined || form === undefined) return { read: read ?? '', body };
  return findEnvelope(payload.path_template, form, sentShape(payload.body, rules));
}

/** What a filter finds: compared as a list, whatever else is answered beside it. */
function severalState(
  { query = '' }: RequestPayload,
  declared: RequestRules,
  twin: ImagePlace,
  image: Image,
): KnownState {
  const rules = { ...declared, bulk: true as const };
  // A filter that the list does not take would count other records.
  if ((twin.query ?? '') !== query) return { rules, image: { kind: 'unread', why: UNCOUNTED } };
  const whole = image.kind === 'value' ? image.value : undefined;
  const at = listPlace(whole) ?? '';
  return { rules, whole, place: placeAt(twin, at), image: objectIn(image, at) };
}

/** Where the current state is read; undefined without a GET, and for what an earlier change only makes. */
function twinPlace({ path, query, headers }: RequestPayload, { action, twin }: RequestRules) {
  if (twin === undefined || action === 'create' || action === 'action') return undefined;
  if (referencesIn([path, query ?? '']).length > 0) return undefined;
  const taken = (query ?? '').split('&').filter((pair) => twin.query.includes(nameIn(pair)));
  return { path, ...defined({ headers, query: taken.join('&') || undefined }) };
}

/** Without a GET of its own, what it belongs to is shown instead. */
export async function readParent(
  { path, path_template: template, headers }: RequestPayload,
  { parent, envelope }: RequestRules,
  read: ReadClient,
): Promise<Image | undefined> {
  if (parent === undefined || referencesIn(path).length > 0) return undefined;
  const above = (whole: string) => whole.split('/').slice(0, -parent).join('/');
  const place = { path: above(path), ...defined({ headers }) };
  return readObject(read, place, above(template), envelope?.read);
}

/** Reads one object; where it stands in the answer, which nobody said, the answer shows. */
export async function readObject(
  read: ReadClient,
  place: ImagePlace,
  template: string,
  at?: string,
): Promise<Image> {
  const image = await readImage(read, place);
  const form = image.kind === 'value' ? shapeOfValue(image.value) : undefined;
  const found = () => form && findEnvelope(template, form, undefined).read;
  return objectIn(image, at ?? found() ?? '');
}

const METHODS = new Set(['PUT', 'PATCH', 'DELETE']);

/** False for settings that hold a list, whose fields are sent, and for a list of texts, which is one value. */
function isSeveral({ method, query = '', body }: RequestPayload, twin: ImagePlace, value: unknown) {
  const place = listPlace(value);
  if (place === undefined) return false;
  const rows = asList(valueAt(value, place));
  const items = rows.length > 0 || method !== 'PUT' ? rows : asList(valueAt(body, place));
  if ((twin.query ?? '') === query && items.some((one) => !isObject(one))) return false;
  const isScalar = (one: unknown) => one !== undefined && typeof one !== 'object';
  const isField = ([name, sent]: [string, unknown]) =>
    isScalar(sent) &&
    isScalar(partAt(value, name)) &&
    !rows.some((row) => isScalar(partAt(row, name)));
  return !Object.entries(asObject(body)).some(isField);
}

/** Where the list stands in an answer: it is the whole, or the only list of an object. */
export function listPlace(value: unknown): string | undefined {
  if (Array.isArray(value)) return '';
  if (!isObject(value) || Object.hasOwn(value, 'id')) return undefined;
  // HAL keeps it below, JSON:API other records beside it.
  const { data, _embedded: embedded } = value;
  const isHal = isObject(embedded) && Object.values(value).every((one) => typeof one !== 'string');
  const within = isHal ? embedded : Array.isArray(data) ? { data } : value;
  const [list, ...others] = Object.entries(within).filter(([, one]) => Array.isArray(one));
  if (list === undefined || others.length > 0) return undefined;
  return `${isHal ? '/_embedded' : ''}/${escapePart(list[0])}`;
}

const MAX_FILTER = 500;

/** How many records a change of several concerns, as far as a read with the same filter tells, in sentences. */
export function bulkNotes(payload: RequestPayload, list: unknown, whole: unknown): string[] {
  const found = Array.isArray(list) ? list.length : 0;
  const total = totalIn(whole, found);
  const count = `${total} ${total === 1 ? 'record' : 'records'}`;
  // As people read it: decoded, its secrets masked.
  const pairs = [...new URLSearchParams(payload.query ?? '')].map(
    ([name, value]) => `${name}=${isSecretName(name) ? MASK : value}`,
  );
  const filter = pairs.join(', ').slice(0, MAX_FILTER);
  const notes = [
    filter === ''
      ? `It has no filter, so it may concern all that is there: a read finds ${count} now.`
      : `A read with the same filter finds ${count} now. The filter: ${filter}.`,
  ];
  if (namesRecords(payload, asList(list)))
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

export const NO_UNDO = 'What it changes in each cannot be shown, and it cannot be undone here.';

const UNCOUNTED =
  'It concerns all records that its filter finds. How many cannot be told: the list there does not take the same filter.';

function totalIn(whole: unknown, found: number): number {
  if (!isObject(whole)) return found;
  const numbers = [whole, ...Object.values(whole).filter(isObject)].flatMap((part) =>
    Object.entries(part).filter(([name]) => /total|count/i.test(name)),
  );
  const counts = numbers.map(([, value]) => value).filter((one) => Number.isInteger(one));
  return Math.max(found, ...(counts as number[]));
}
