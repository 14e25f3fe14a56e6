import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { schemaNamed } from '../../openapi/document.js';
import { compileSchema, schemaProblems } from '../../shared/schema-problems.js';

let schema: object | undefined;

/** What is wrong with the shape: unknown and missing fields, wrong types, values out of range. Empty: it is a `TableConfig`. */
export function structureErrors(config: unknown): ErrorDetail[] {
  // Read and compiled when first asked, so that a start need not wait for it.
  schema ??= schemaNamed('TableConfig');
  return schemaProblems(compileSchema(schema), config).map(({ path, ...problem }) => ({
    ...problem,
    path: path === '' ? 'config' : path,
  }));
}
