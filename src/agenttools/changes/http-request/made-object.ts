import { isNumber } from '../../../foundation/exact-number.js';
import { asObject, isObject, ownValue } from '../../../foundation/json.js';
import { parseUrl, percentDecoded } from '../../../foundation/parse-url.js';
import type { ReadClient } from '../../sources/clients.js';
import { identifyingFields, lastParameter, sentObject } from './envelope.js';
import { fieldDiff } from './json-patch.js';
import { isSecretName } from './mask-secrets.js';
import { readImage, type Image, type ImagePlace } from './read-image.js';
import { referencesIn } from '../references.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

type Created = NonNullable<RequestRules['created']>;
type Made = Pick<RequestPayload, 'path' | 'headers'>;

/** Where what a POST made stands, by the id in its answer; undefined where that tells none. */
export function placeTold(
  request: Made,
  { pathTemplate, at }: Created,
  answer: unknown,
): ImagePlace | undefined {
  return placeOf(request, idIn(answer, pathTemplate), at);
}

/** Nothing, or dots, would lead to another path. */
function placeOf({ path, headers }: Made, id: unknown, at: string | undefined) {
  const text = isNumber(id) ? String(id) : id;
  if (typeof text !== 'string' || ['', '.', '..'].includes(text)) return undefined;
  const where = { ...(at !== undefined && { at }), ...(headers && { headers }) };
  return { path: `${path.replace(/\/$/, '')}/${encodeURIComponent(text)}`, ...where };
}

/** Of what was made: only the fields that are ids by their name; anything else would be a guess. */
function idIn(answer: unknown, pathTemplate: string): unknown {
  if (!isObject(answer)) return undefined;
  const inner = asObject(answer['metadata']);
  const own = identifyingFields(lastParameter(pathTemplate)).map((name) => ownValue(answer, name));
  return own.find((value) => value !== undefined && value !== null) ?? inner['name'];
}

/** What is stored already under the id that a POST sends; undefined where it sends none, or nothing is found. */
export async function storedBefore(
  payload: RequestPayload,
  { created, envelope }: RequestRules,
  read: ReadClient,
): Promise<{ place: ImagePlace; image: Image } | undefined> {
  if (created?.methods.includes('GET') !== true) return undefined;
  const sent = sentObject(payload.body, envelope);
  const place = placeTold(payload, created, sent);
  if (place === undefined || referencesIn(place.path).length > 0) return undefined;
  const image = await readImage(read, place);
  if (image.kind !== 'value') return undefined;
  const [own, found] = [sent, image.value].map((one) => idIn(one, created.pathTemplate));
  return fieldDiff(own, found).changes.length === 0 ? { place, image } : undefined;
}

/** An answer without an id gets that of its `Location`: only from below the request's own path, and nothing is asked there. */
export function withLocation(
  answer: unknown,
  location: string | undefined,
  { path }: Made,
  { pathTemplate }: Created,
): unknown {
  const isOpen = answer === undefined || isObject(answer);
  if (!isOpen || location === undefined || idIn(answer, pathTemplate) !== undefined) return answer;
  const own = path.replace(/\/$/, '');
  const steps = parseUrl(location, `http://backend${own}`)?.pathname.replace(/\/$/, '').split('/');
  const id = steps?.pop();
  return id && steps?.join('/').endsWith(own) ? { ...answer, id: percentDecoded(id) } : answer;
}

/** Fields that other backends than most put into paths: `documentId`, `uuid`, `name`. */
const OTHER_IDS = /^name$|(?:^|[a-z_-])(?:id|uuid|key|slug|code)$/i;
const MAX_TRIED = 4;

function otherIds(answer: unknown): [string, unknown][] {
  const fields = Object.entries(asObject(answer));
  return fields.filter(([name]) => OTHER_IDS.test(name) && !isSecretName(name)).slice(0, MAX_TRIED);
}

/** False where nothing in the answer can lead to what was made. */
export function canBeFound(request: Made, created: Created, answer: unknown): boolean {
  if (placeTold(request, created, answer) !== undefined) return true;
  return created.methods.includes('GET') && otherIds(answer).length > 0;
}

/** By the id of its answer, else by a field under which the same is read: a DELETE of nothing often answers as if it worked. */
export async function findMade(
  request: Made,
  created: Created,
  answer: unknown,
  read: ReadClient,
): Promise<ImagePlace | undefined> {
  const told = placeTold(request, created, answer);
  if (!created.methods.includes('GET')) return told;
  if (told !== undefined && (await readImage(read, told)).kind !== 'missing') return told;
  for (const [name, value] of otherIds(answer)) {
    const place = placeOf(request, value, created.at);
    if (place === undefined || place.path === told?.path) continue;
    const image = await readImage(read, place);
    if (image.kind !== 'value' || !isObject(image.value)) continue;
    if (fieldDiff(value, ownValue(image.value, name)).changes.length === 0) return place;
  }
  return undefined;
}
