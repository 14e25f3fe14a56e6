import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { referenceName } from '../document/pointer.js';

/** What a `discriminator` says of one branch of a `oneOf` or `anyOf`. */
export interface BranchNames {
  property: string;
  /** The values of the property that mean this branch. */
  names: string[];
}

/** The values that mean the branch; undefined without a discriminator, or for a branch that is no reference. */
export function branchNames(discriminator: unknown, branch: unknown): BranchNames | undefined {
  if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string')
    return undefined;
  if (!isObject(branch) || typeof branch['$ref'] !== 'string') return undefined;
  const reference = branch['$ref'];
  const mapping: JsonObject = isObject(discriminator['mapping']) ? discriminator['mapping'] : {};
  const own = Object.keys(mapping).filter((name) => means(mapping[name], reference));
  const names = own.length > 0 ? own : [referenceName(reference)];
  return { property: discriminator['propertyName'], names };
}

/** A mapping leads to a schema by a reference or by its bare name. */
function means(target: unknown, reference: string): boolean {
  return target === reference || target === referenceName(reference);
}
