import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ErrorDetail } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { closeNames } from '../../../agenttools/names.js';
import { addUniqueItems } from '../../../agenttools/arguments.js';
import type { ActionTypeSchema } from './wire.js';

const MAX_DETAILS = 8;

/**
 * What is wrong with a config by its action type's schema, each with its place and the valid
 * choices; empty when nothing is. The platform remains the judge: this is the early answer.
 */
export function checkConfig(config: JsonObject, schema: ActionTypeSchema): ErrorDetail[] {
  // One use per compiled schema: it came from the platform with this very call.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  addFormats.default(ajv);
  addUniqueItems(ajv);
  const validate = ajv.compile(schema.config_schema);
  if (validate(config)) return [];
  return (validate.errors ?? []).slice(0, MAX_DETAILS).map(toDetail);
}

function toDetail(error: ErrorObject): ErrorDetail {
  const path = ['config', ...error.instancePath.split('/').slice(1)].join('.');
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return { path: `${path}.${String(params['missingProperty'])}`, message: 'is missing' };
    case 'additionalProperties':
      return unknownField(path, String(params['additionalProperty']), error.parentSchema);
    case 'enum': {
      const allowed = params['allowedValues'] as (string | number)[];
      return { path, message: `must be one of ${allowed.join(', ')}`, allowed };
    }
    default:
      return { path, message: `${error.message ?? 'is not valid'}${meaning(error)}` };
  }
}

function unknownField(path: string, field: string, schema: unknown): ErrorDetail {
  const known = Object.keys(propertiesOf(schema));
  const [close] = closeNames(known, field, 1);
  const hint = close === undefined ? '' : `; nearest: ${close}`;
  return {
    path: `${path}.${field}`,
    message: `is not a field here${hint}; fields: ${known.join(', ')}`,
    allowed: known,
  };
}

function propertiesOf(schema: unknown): JsonObject {
  return isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
}

/** A pattern says nothing to a reader; the field's description does. */
function meaning(error: ErrorObject): string {
  const schema: unknown = error.parentSchema;
  const text = isObject(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? ` (${text})` : '';
}
