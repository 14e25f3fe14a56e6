import { writeJson } from '../../../foundation/exact-json.js';
import { defined } from '../../../foundation/defined.js';
import { asList, isObject, type JsonObject, pointerKeys } from '../../../foundation/json.js';
import { isComparable } from './expected-change.js';
import { fieldDiff } from './json-patch.js';
import type { RequestRules } from './request-rules.js';
import {
  existsIn,
  fieldsWith,
  imageHash,
  relevantPart,
  type Image,
  type ImagePlace,
} from './read-image.js';

/** What is kept with a preview, beside its payload, for the moment when it is applied or undone. */
export interface RequestFacts {
  rules: RequestRules;
  twin?: ImagePlace;
  etag?: string;
  hash?: string;
  /** The fields that are compared; absent: all. */
  compared?: readonly string[];
  /** What was there, unmasked, for undoing: all of it, or the compared fields; absent where it is too large. */
  before?: unknown;
  isWhole?: true;
  /** Whether something was there; absent where that is not known, or what was there is. */
  existed?: boolean;
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
  const value = image.kind === 'value' ? image.value : undefined;
  const isWhole = isSmall(value);
  const part = isWhole ? value : relevantPart(value, compared);
  return {
    rules,
    twin,
    hash: hashOf(image, compared),
    ...defined({
      etag,
      compared,
      before: isSmall(part) ? part : undefined,
      isWhole: isWhole || undefined,
      existed: existsIn(image),
    }),
  };
}

function isSmall(value: unknown): boolean {
  return value !== undefined && writeJson(value).length <= MAX_KEPT;
}

/** The compared fields and, where it is known what stood in them, those that an edit has added. */
export function guardedFields({ compared, isWhole }: RequestFacts, sent: unknown) {
  return isWhole ? fieldsWith(compared, sent) : compared;
}

/** Whether an image is as it was shown, in those fields. */
export function isAsShown(facts: RequestFacts, image: Image, sent: unknown): boolean {
  const { hash, before, compared, isWhole } = facts;
  if (hashOf(image, compared) !== hash) return false;
  if (!isWhole || image.kind !== 'value') return true;
  const fields = guardedFields(facts, sent);
  const [old, now] = [before, image.value].map((one) => relevantPart(one, fields));
  return fieldDiff(old, now).changes.length === 0;
}

/** Of the fields that are sent, those of which nobody knows whether anything stood in them. */
export function untoldFields({ compared, isWhole }: RequestFacts, sent: JsonObject): string[] {
  if (isWhole || compared === undefined) return [];
  return Object.keys(sent).filter((name) => !compared.includes(name));
}

/** The hash of what is compared; of nothing, and of something that tells nothing of itself, a fixed one. */
export function hashOf(image: Image, compared: readonly string[] | undefined): string {
  if (image.kind === 'present') return imageHash('present');
  return imageHash(image.kind === 'value' ? relevantPart(image.value, compared) : null);
}

/** A PATCH concerns the fields that it names; anything else all that can be written, too. */
function comparedFields(
  { action, fields }: RequestRules,
  body: unknown,
): readonly string[] | undefined {
  if ((action === 'merge' || action === 'patch') && isObject(body)) return Object.keys(body);
  if (action === 'json_patch') return patchedFields(body);
  return action === 'delete' ? undefined : fieldsWith(fields, body);
}

/** Undefined (all) where a step is about the whole. */
function patchedFields(patch: unknown): string[] | undefined {
  const places = asList(patch).flatMap((step) =>
    isObject(step) ? [step['path'], step['from']] : [],
  );
  const fields = places.filter((one) => typeof one === 'string').map((one) => pointerKeys(one)[0]);
  return fields.includes(undefined) ? undefined : (fields as string[]);
}

/** The facts of a stored preview; those of one without any are those of a request nothing is known of. */
export function toFacts(facts: JsonObject): RequestFacts {
  return isObject(facts['rules'])
    ? (facts as unknown as RequestFacts)
    : { rules: { action: 'action', secrets: [] } };
}
