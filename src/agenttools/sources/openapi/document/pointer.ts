import { isObject, partAt, unescapePart } from '../../../../foundation/json.js';
import { percentDecoded } from '../../../../foundation/parse-url.js';

/** The parts of a local reference such as `#/components/schemas/Pet`; undefined for any other reference. */
export function pointerParts(reference: string): string[] | undefined {
  if (!reference.startsWith('#/')) return undefined;
  return reference.slice(2).split('/').map(partOf);
}

/** The last part of a reference: the name of a component. */
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
  let found = value;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (!isObject(found) || typeof found['$ref'] !== 'string') return found;
    found = resolvePointer(root, found['$ref']);
  }
  return undefined;
}

/** The reference at which following `value` ends without finding anything; undefined where something is found. */
export function brokenReference(root: unknown, value: unknown): string | undefined {
  let found = value;
  let reference: string | undefined;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (!isObject(found) || typeof found['$ref'] !== 'string')
      return found === undefined ? reference : undefined;
    reference = found['$ref'];
    found = resolvePointer(root, reference);
  }
  return reference;
}

const MAX_SHOWN = 200;

/** What its owner is to know of a reference that was not followed. */
export function brokenReferenceText(reference: string): string {
  const shown = reference.slice(0, MAX_SHOWN);
  return reference.startsWith('#')
    ? `This reference leads nowhere: ${shown}`
    : `This reference leads out of the document, which is not followed: ${shown}. Bundle the document into one file`;
}

function partOf(part: string): string {
  return unescapePart(percentDecoded(part));
}
