import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { toDetails } from '../../shared/schema-errors.js';
import type { TableConfig } from '../table-config.model.js';
import { tableConfigSchema } from '../table-config.schema.js';

/** More errors than this help nobody; the rest shows once these are fixed. */
const MAX_ERRORS = 50;

const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
const check = ajv.compile<TableConfig>(tableConfigSchema);

/** What is wrong with the shape: unknown and missing fields, wrong types, values out of range. Empty: it is a `TableConfig`. */
export function structureErrors(config: unknown): ErrorDetail[] {
  return check(config) ? [] : toDetails(check.errors ?? []).slice(0, MAX_ERRORS);
}
