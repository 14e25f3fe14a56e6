import { writeJson } from '../../../foundation/exact-json.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { isComparable } from './expected-change.js';
import type { RequestRules } from './request-rules.js';
import { existsIn, imageHash, relevantPart, type Image, type ImagePlace } from './read-image.js';

/** What is kept with a preview, beside its payload, for the moment when it is applied or undone. */
export interface RequestFacts {
  rules: RequestRules;
  twin?: ImagePlace;
  etag?: string;
  hash?: string;
  /** The fields that are compared; absent: all. */
  compared?: readonly string[];
  /** That part, whole and unmasked, for undoing; absent where it is too large. */
  before?: unknown;
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
