import type { ErrorObject } from 'ajv/dist/2020.js';
import { type JsonObject, valueAt } from '../../foundation/json.js';
import { isReference, referencesIn } from './references.js';

/** What only says that something inside does not fit. */
const COMPOSITE = new Set([
  'oneOf',
  'anyOf',
  'not',
  'if',
  'contains',
  'discriminator',
  'propertyNames',
]);

/**
 * The errors that stay when a reference may stand for any scalar: its value is checked once it is known.
 * Whatever holds a reference may fit by then, so alternatives around one are not judged before.
 */
export function errorsBesideReferences(
  errors: readonly ErrorObject[],
  input: JsonObject,
): ErrorObject[] {
  if (referencesIn(input).length === 0) return [...errors];
  const composites = errors
    .filter(({ keyword, data }) => COMPOSITE.has(keyword) && referencesIn(data).length > 0)
    .map(({ instancePath }) => instancePath);
  return errors.filter(
    (error) =>
      (!isReference(valueAt(input, error.instancePath)) || wantsNoScalar(error)) &&
      !composites.some((place) => isWithin(error, place)),
  );
}

function isWithin({ instancePath }: ErrorObject, place: string): boolean {
  return instancePath === place || instancePath.startsWith(`${place}/`);
}

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

/** No reference can stand for a list or an object. */
function wantsNoScalar({ keyword, params }: ErrorObject): boolean {
  const types: unknown[] = [params['type']].flat();
  return keyword === 'type' && !types.some((type) => SCALARS.has(type));
}
