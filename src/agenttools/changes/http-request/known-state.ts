import { defined } from '../../../foundation/defined.js';
import type { ReadClient } from '../../sources/clients.js';
import { referencesIn } from '../references.js';
import { isBulk, listPlace, UNCOUNTED } from './bulk-change.js';
import { findEnvelope, sentBeside, sentShape, shapeOfValue, type Envelope } from './envelope.js';
import { objectIn, readImage, type Image, type ImagePlace } from './read-image.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/** What is known of what a request is sent to, and of where the object stands in both. */
export interface KnownState {
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
  if (twin === undefined) return { rules };
  const whole = await readImage(read, twin);
  if (isBulk(payload, whole)) return severalState(payload, rules, twin, whole);
  const value = whole.kind === 'value' ? whole.value : undefined;
  const found = envelopeOf(payload, rules, value);
  const { read: at, body } = found;
  const beside = sentBeside(payload.body, found, value);
  const { envelope, fields, ...others } = rules;
  // The fields of the wrapper are none of the object.
  const isMoved = body !== (envelope?.body ?? '');
  return {
    rules: {
      ...others,
      envelope: { ...envelope, read: at, body },
      ...defined({ fields: isMoved ? undefined : fields }),
    },
    place: placeAt(twin, at),
    image: objectIn(whole, at),
    ...defined({ beside: beside.length === 0 ? undefined : beside }),
  };
}

function placeAt(twin: ImagePlace, at: string): ImagePlace {
  return at === '' ? twin : { ...twin, at };
}

/** As the document or the operator says, else as the answer shows. */
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
  return {
    ...{ rules, whole },
    place: placeAt(twin, at),
    image: objectIn(image, at),
  };
}

/** Where the current state is read; undefined without a GET, and for what an earlier change only makes. */
function twinPlace({ path, query }: RequestPayload, { action, twin }: RequestRules) {
  if (twin === undefined || action === 'create' || action === 'action') return undefined;
  if (referencesIn([path, query ?? '']).length > 0) return undefined;
  const taken = (query ?? '').split('&').filter((pair) => twin.query.includes(nameIn(pair)));
  return { path, ...defined({ query: taken.length === 0 ? undefined : taken.join('&') }) };
}

export function nameIn(pair: string): string {
  try {
    return decodeURIComponent((pair.split('=')[0] ?? '').replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/** Without a GET of its own, what it belongs to is shown instead. */
export async function readParent(
  { path, path_template: template }: RequestPayload,
  { parent, envelope }: RequestRules,
  read: ReadClient,
): Promise<Image | undefined> {
  if (parent === undefined || referencesIn(path).length > 0) return undefined;
  const above = (whole: string) => whole.split('/').slice(0, -parent).join('/');
  return readObject(read, above(path), above(template), envelope?.read);
}

/** Reads one object; where it stands in the answer, which nobody said, the answer shows. */
export async function readObject(
  read: ReadClient,
  path: string,
  template: string,
  place?: string,
): Promise<Image> {
  const image = await readImage(read, { path });
  const form = image.kind === 'value' ? shapeOfValue(image.value) : undefined;
  const found = () => form && findEnvelope(template, form, undefined).read;
  return objectIn(image, place ?? found() ?? '');
}
