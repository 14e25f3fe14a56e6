import {
  isObject,
  partAt,
  unescapePart,
  asObject,
  type JsonObject,
} from '../../../../foundation/json.js';
import { percentDecoded } from '../../../../foundation/parse-url.js';

/** The parts of a local reference such as `#/components/schemas/Pet`; undefined for any other reference. */
export function pointerParts(reference: string): string[] | undefined {
  if (!reference.startsWith('#/')) return undefined;
  return reference.slice(2).split('/').map(partOf);
}

export function referenceName(reference: string): string {
  return partOf(reference.slice(reference.lastIndexOf('/') + 1));
}

/** What a local reference leads to within `root`; undefined when it leads nowhere or out of the document. */
export function resolvePointer(root: unknown, reference: string): unknown {
  return pointerParts(reference)?.reduce(partAt, root);
}

const MAX_HOPS = 20;

/** Follows `$ref`s from one place to the next until something else is found; undefined after too many or none. */
export function followReferences(root: unknown, value: unknown): unknown {
  return follow(root, value).found;
}

/** The object that a value is or refers to; of anything else one without fields. */
export function followedObject(root: unknown, value: unknown): JsonObject {
  return asObject(follow(root, value).found);
}

/** The reference at which following `value` ends without finding anything; undefined where something is found. */
export function brokenReference(root: unknown, value: unknown): string | undefined {
  const { found, reference } = follow(root, value);
  return found === undefined ? reference : undefined;
}

function follow(root: unknown, value: unknown): { found?: unknown; reference?: string } {
  let found = value;
  let reference = '';
  for (let hops = 0; isObject(found) && typeof found['$ref'] === 'string'; hops += 1) {
    if (hops === MAX_HOPS) return { reference };
    reference = found['$ref'];
    found = resolvePointer(root, reference);
  }
  return reference === '' ? { found } : { found, reference };
}

const MAX_SHOWN = 200;

/** What its owner is to know of a reference that cannot be followed to its end; undefined where something is found. */
export function brokenReferenceText(root: unknown, value: unknown): string | undefined {
  const reference = brokenReference(root, value);
  if (reference === undefined) return undefined;
  const shown = reference.slice(0, MAX_SHOWN);
  return reference.startsWith('#')
    ? `This reference leads nowhere: ${shown}`
    : `This reference leads out of the document, which is not followed: ${shown}. Bundle the document into one file`;
}

function partOf(part: string): string {
  return unescapePart(percentDecoded(part));
}
