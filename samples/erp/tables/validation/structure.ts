import type { TableConfig } from '../../../../src/platform/types.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { toDetails } from '../../shared/schema-errors.js';
import { schemaNamed } from '../../openapi/document.js';

/** More errors than this help nobody; the rest shows once these are fixed. */
const MAX_ERRORS = 50;

const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
/** Compiled when first asked, so that a start need not wait for it. */
let check: ValidateFunction<TableConfig> | undefined;

/** What is wrong with the shape: unknown and missing fields, wrong types, values out of range. Empty: it is a `TableConfig`. */
export function structureErrors(config: unknown): ErrorDetail[] {
  check ??= ajv.compile<TableConfig>(schemaNamed('TableConfig'));
  return check(config) ? [] : toDetails(check.errors ?? []).slice(0, MAX_ERRORS);
}
