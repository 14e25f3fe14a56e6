import { writeJson } from '../../../foundation/exact-json.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { isNumber } from '../../../foundation/exact-number.js';
import { sentObject, withValueAt, identifyingFields } from './envelope.js';
import { isComparable } from './expected-change.js';
import type { RequestRules } from './request-rules.js';
import { existsIn, imageHash, relevantPart, type Image, type ImagePlace } from './read-image.js';
import { maskSecrets } from './mask-secrets.js';
import type { RequestPayload } from './request-payload.js';
import { reversedPatch } from './json-patch.js';

/** What is kept with a preview, beside its payload, for the moment when it is applied or undone. */
export interface RequestFacts {
  rules: RequestRules;
  /** Where the current state is read. */
  twin?: ImagePlace;
  /** Of the state that the change was made on. */
  etag?: string;
  hash?: string;
  /** The fields that are compared; absent: all. */
  compared?: readonly string[];
  /** That part, whole and unmasked, for undoing; absent where it is too large. */
  before?: unknown;
  /** Whether something was there; absent where that is not known, or what was there is. */
  existed?: boolean;
  /** What is sent beside the object and was not compared. */
  beside?: readonly string[];
  /** Whose files a form takes; an approver is somebody else. */
  owner?: string;
}

const MAX_KEPT = 256 * 1024;

/** What applying and undoing need of the state that was read; `body`: the object that is sent. */
export function factsOf(
  rules: RequestRules,
  twin: ImagePlace | undefined,
  image: Image | undefined,
  body: unknown,
): RequestFacts {
  if (twin === undefined || image === undefined || image.kind === 'unread') return { rules };
  const etag = image.kind === 'value' ? image.etag : undefined;
  if (rules.bulk) return { rules, twin, hash: hashOf(image, undefined) };
  if (!isComparable(rules, body, image))
    return etag === undefined ? { rules } : { rules, twin, etag };
  const compared = comparedFields(rules, body);
  const part = image.kind === 'value' ? relevantPart(image.value, compared) : undefined;
  const isKept = part !== undefined && writeJson(part).length <= MAX_KEPT;
  return {
    rules,
    twin,
    hash: hashOf(image, compared),
    ...defined({
      ...{ etag, compared },
      before: isKept ? part : undefined,
      existed: existsIn(image),
    }),
  };
}

/** The fields that are sent, and of which nobody can read what stands in them now. */
export function unknownFields(
  { unreadable = [], envelope }: RequestRules,
  body: unknown,
): string[] {
  const sent = sentObject(body, envelope);
  return unreadable.filter((name) => isObject(sent) && Object.hasOwn(sent, name));
}

/** The hash of what is compared; of nothing, and of something that tells nothing of itself, a fixed one. */
export function hashOf(image: Image, compared: readonly string[] | undefined): string {
  if (image.kind === 'present') return imageHash('present');
  return imageHash(image.kind === 'value' ? relevantPart(image.value, compared) : null);
}

/** A PATCH concerns the fields that it names; anything else all that can be written. */
function comparedFields(
  { action, fields }: RequestRules,
  body: unknown,
): readonly string[] | undefined {
  if ((action === 'merge' || action === 'patch') && isObject(body)) return Object.keys(body);
  return action === 'json_patch' || action === 'delete' ? undefined : fields;
}

/** The facts of a stored preview; those of one without any are those of a request nothing is known of. */
export function toFacts(facts: JsonObject): RequestFacts {
  return isObject(facts['rules'])
    ? (facts as unknown as RequestFacts)
    : { rules: { action: 'action', secrets: [] } };
}

/** The body that makes a deleted thing again under its id; undefined where that is not possible or known. */
export function remadeBody(
  { path }: Pick<RequestPayload, 'path'>,
  { rules: { remade, secrets }, before }: Pick<RequestFacts, 'rules' | 'before'>,
): JsonObject | undefined {
  if (remade === undefined || !isObject(before)) return undefined;
  const { fields, required, key, at = '' } = remade;
  const kept = fields.filter((name) => Object.hasOwn(before, name));
  const body = Object.fromEntries(kept.map((name) => [name, before[name]]));
  const hasAll = required.every((name) => kept.includes(name));
  const last = path.split('/').at(-1);
  const isSame = identifyingFields(key).some((name) => {
    const id = body[name];
    return (typeof id === 'string' || isNumber(id)) && encodeURIComponent(String(id)) === last;
  });
  // Backends answer secrets masked, if at all: to send that back would set it.
  const hasSecrets = maskSecrets(body, secrets).places.length > 0;
  return hasAll && isSame && !hasSecrets ? (withValueAt({}, at, body) as JsonObject) : undefined;
}

/** Whether an applied request can be taken back; says `undo` only where the request that does it is known. */
export function reversalOf(
  payload: RequestPayload,
  facts: RequestFacts,
): 'undo' | 'manual' | 'no' | 'unknown' {
  const { rules, before } = facts;
  if (rules.bulk) return 'manual';
  if (isOpposable(facts)) return 'undo';
  switch (rules.action) {
    case 'replace':
    case 'merge':
    case 'patch':
      if (before === undefined) return 'unknown';
      return isRestorable(payload, facts) ? 'undo' : 'manual';
    case 'json_patch':
      if (before === undefined) return 'unknown';
      return reversedPatch(before, payload.body) === undefined ? 'manual' : 'undo';
    case 'create':
      return rules.created?.methods.includes('DELETE') === true ? 'undo' : 'unknown';
    case 'delete':
      if (before === undefined) return facts.existed === true ? 'manual' : 'no';
      return remadeBody(payload, facts) === undefined ? 'manual' : 'undo';
    default:
      return 'unknown';
  }
}

/** True where all that is sent over is known, and can be sent back. */
function isRestorable({ body }: RequestPayload, { rules, before, beside }: RequestFacts): boolean {
  if (unknownFields(rules, body).length > 0 || beside !== undefined) return false;
  const sent = sentObject(body, rules.envelope);
  // A PATCH of plain JSON has no way to say that a field is to be gone.
  if (rules.action !== 'patch' || !isObject(sent) || !isObject(before)) return true;
  return Object.keys(sent).every((name) => Object.hasOwn(before, name));
}

/** True where the opposite request leads back: what was not there is deleted, what told no more is put there again. */
export function isOpposable({ rules, existed }: RequestFacts): boolean {
  return existed === (rules.opposite === 'PUT') && rules.opposite !== undefined;
}
