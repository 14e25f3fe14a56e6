import { isObject } from '../../../../foundation/json.js';
import { unescapePart } from '../../../../foundation/json-pointer.js';

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
  const parts = pointerParts(reference);
  if (parts === undefined) return undefined;
  let found: unknown = root;
  for (const part of parts) {
    if (Array.isArray(found)) found = (found as unknown[])[Number(part)];
    else if (isObject(found) && Object.hasOwn(found, part)) found = found[part];
    else return undefined;
  }
  return found;
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

function partOf(part: string): string {
  return unescapePart(part.includes('%') ? decoded(part) : part);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
