import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as exact from '../foundation/exact-json.js';
import { AppError, type ErrorDetail, invalidArguments } from '../foundation/errors.js';
import { jsonDepth, type JsonObject, pointerKeys, isObject } from '../foundation/json.js';
import { beyondLimits } from '../foundation/json-limits.js';
import { toDecimal } from '../foundation/exact-number.js';
import type { ArgumentCheck, Tool } from './tool.js';

const MAX_DEPTH = 24;
const MAX_CHARACTERS = 256 * 1024;
const CHECKED = { maxDepth: MAX_DEPTH, maxKeys: 10_000, maxValues: 20_000 };

/** Compiles a schema once; the check throws `invalid_arguments` with each wrong field, and changes nothing. */
export function compileArguments(
  tool: Pick<Tool, 'name' | 'inputSchema'>,
  compile: (schema: JsonObject) => ValidateFunction = (schema) => ajv.compile(schema),
): ArgumentCheck {
  const validate = compile(tool.inputSchema);
  return (input) => {
    checkSize(tool.name, input);
    if (!validate(exact.withDoubles(input))) throw wrongArguments(tool, validate);
  };
}

/** What a check has against its input; empty when nothing. */
export function faultsOf(check: () => unknown): readonly ErrorDetail[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.length > 0 ? error.details : [{ message: error.message }];
  }
}

/** One for all schemas: building one takes some 10 ms. */
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, ownProperties: true });
addFormats.default(ajv);
addUniqueItems(ajv);

/** For a schema that is used once: it is not kept. */
export function compileAlone(schema: JsonObject): ValidateFunction {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

/** Rejects with `invalid_arguments` what is too deep or too long to be looked at. */
export function checkSize(name: string, input: JsonObject): void {
  const given = `he arguments of ${name}`;
  if (jsonDepth(input, MAX_DEPTH) > MAX_DEPTH)
    throw invalidArguments(`T${given} are nested deeper than ${MAX_DEPTH} levels.`);
  const text = exact.writeJson(input);
  const smaller = 'send a smaller change.';
  if (text.length > MAX_CHARACTERS)
    throw invalidArguments(`T${given} are longer than ${MAX_CHARACTERS / 1024} kB; ${smaller}`);
  const beyond = beyondLimits(text, CHECKED);
  if (beyond !== undefined)
    throw invalidArguments(`What is sent as t${given} ${beyond}; ${smaller}`);
}

const MAX_DETAILS = 8;

function wrongArguments(
  tool: Pick<Tool, 'name' | 'inputSchema'>,
  validate: ValidateFunction,
): AppError {
  const errors = (validate.errors ?? []).slice(0, MAX_DETAILS);
  const details = errors.map((error) => explain(error, tool));
  const list = details.map((detail) => detail.message).join('; ');
  return invalidArguments(
    `The arguments of ${tool.name} are not valid: ${list}. Correct them and call it again.`,
    details,
  );
}

function explain(error: ErrorObject, tool: Pick<Tool, 'inputSchema'>): ErrorDetail {
  const path = pointerKeys(error.instancePath).join('.');
  const place = path === '' ? 'the arguments' : `"${path}"`;
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required': {
      const missing = join(path, params['missingProperty']);
      return at(missing, `"${missing}" is missing`);
    }
    case 'additionalProperties':
      return unknownField(path, String(params['additionalProperty']), error, tool);
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(choice);
      const message = `${place} must be one of ${listed(allowed)}`;
      return { path, message, allowed: allowed.slice(0, MAX_NAMED) };
    }
    case 'const': {
      const allowed = [choice(params['allowedValue'])];
      return { path, message: `${place} must be ${allowed.join()}`, allowed };
    }
    case 'false schema':
      return at(path, `${place} takes no value here; leave it out`);
    case 'not':
      return at(path, `${place} is a value that is ruled out here; choose another`);
    case 'type':
      return at(path, `${place} must be of type ${[params['type']].flat().join(' or ')}`);
    default:
      return at(path, `${place} ${error.message ?? 'is not valid'}`);
  }
}

function unknownField(
  path: string,
  field: string,
  error: ErrorObject,
  tool: Pick<Tool, 'inputSchema'>,
): ErrorDetail {
  const parent = path === '' ? tool.inputSchema : error.parentSchema;
  const known = Object.keys((parent?.['properties'] as JsonObject | undefined) ?? {});
  const choices = known.length > 0 ? `; known fields: ${listed(known)}` : '';
  const place = join(path, field);
  return { path: place, message: `"${place}" is not a field here${choices}`, allowed: known };
}

const MAX_NAMED = 60;

/** Values in a sentence: all of them, or the first and how many more there are. */
export function listed(values: readonly (string | number)[]): string {
  const more = values.length - MAX_NAMED;
  const named = values.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

function choice(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return exact.withDigits(exact.writeJson(value));
}

function at(path: string, message: string): ErrorDetail {
  return { path, message };
}

function join(path: string, field: unknown): string {
  return path === '' ? String(field) : `${path}.${String(field)}`;
}

/** Puts a `uniqueItems` in the place of Ajv's that takes linear time. */
export function addUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, list: unknown[]) =>
      !isAsked ||
      new Set((exact.exactOriginal(list) as unknown[]).map(canonical)).size === list.length,
    error: { message: 'must not have the same item twice' },
  });
}

/** The same text for equal values, whatever the order of their fields and the notation of their numbers. */
export function canonical(value: unknown): string {
  const number = exact.numberOf(value);
  if (number !== undefined) {
    const { sign, digits, exponent } = toDecimal(String(number));
    return `${sign < 0 ? '-' : ''}${digits}e${exponent}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}
