import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  AppError,
  type ErrorDetail,
  conflict,
  invalidRequest,
} from '../../../src/foundation/errors.js';
import { pointerKeys } from '../../../src/foundation/json.js';
import { firstChars } from '../../../src/foundation/text.js';
import { schemaNamed } from '../openapi/document.js';
import type { Detail } from '../../../src/platform/types.js';
import { isUniqueViolation } from '../../../src/store/database.js';

/** A detail whose path is relative to the checked value: `recipients[0]`, or empty for the value itself. */
type SchemaProblem = ErrorDetail & { path: string };

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTypes: false });
addFormats.default(ajv);

/** Compiles a JSON Schema once; the same object compiles to the same function. */
export function compileSchema(schema: object): ValidateFunction {
  return ajv.compile(schema);
}

const MOST_PROBLEMS = 20;

/** What is wrong with a value, as sentences that name the field and what is valid; empty when it is valid. */
export function schemaProblems(validate: ValidateFunction, value: unknown): SchemaProblem[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, MOST_PROBLEMS).map(toProblem);
}

export function requireBody(name: string, body: object): void {
  const problems = schemaProblems(compileSchema(schemaNamed(name)), body);
  if (problems.length === 0) return;
  const text = problems.map(({ message }) => message).join('; ');
  throw invalidRequest(`The request is not valid: ${text}.`, problems);
}

/** Puts a problem under the place where the value stands, and what the value belongs to before its text. */
export function placed(problem: SchemaProblem, path: string, label: string): ErrorDetail {
  const dot = path === '' || problem.path === '' || problem.path.startsWith('[') ? '' : '.';
  return {
    path: `${path}${dot}${problem.path}`,
    message: `${label}: ${problem.message}`,
    allowed: problem.allowed,
  };
}

interface Property {
  enum?: string[];
  description?: string;
}

type Properties = Readonly<Record<string, Property>>;

type Sentence = (error: ErrorObject, field: string) => Omit<SchemaProblem, 'path'>;

const sentences: Record<string, Sentence> = {
  required: ({ params, parentSchema }) => {
    const name = String(params.missingProperty);
    const schema = (parentSchema?.properties as Properties | undefined)?.[name];
    return { message: `the field "${name}" is missing${hint(schema)}`, allowed: schema?.enum };
  },
  additionalProperties: ({ params, parentSchema }) => {
    const names = Object.keys((parentSchema?.properties ?? {}) as object);
    return {
      message: `there is no field "${String(params.additionalProperty)}"; the fields are ${names.join(', ')}`,
      allowed: names,
    };
  },
  enum: ({ params, data }, field) => {
    const values = params.allowedValues as string[];
    return {
      message: `${field} must be one of ${values.join(', ')}; it is ${shown(data)}`,
      allowed: values,
    };
  },
  type: ({ params, data }, field) => ({
    message: `${field} must be ${typeNames(params.type as string | string[])}; it is ${shown(data)}`,
  }),
  format: ({ params, data }, field) => ({
    message: `${field} must be a valid ${String(params.format)}; it is ${shown(data)}`,
  }),
  pattern: ({ parentSchema, data }, field) => ({
    message: `${field} must be ${(parentSchema as Property).description ?? 'of the right form'}; it is ${shown(data)}`,
  }),
  minLength: (_error, field) => ({ message: `${field} must not be empty` }),
  maxLength: ({ params }, field) => ({
    message: `${field} may have at most ${String(params.limit)} characters`,
  }),
  minItems: ({ params }, field) => ({
    message: `${field} must have at least ${String(params.limit)} item`,
  }),
  maxItems: ({ params }, field) => ({
    message: `${field} may have at most ${String(params.limit)} items`,
  }),
  minProperties: (_error, field) => ({ message: `${field} must name at least one field` }),
};

function toProblem(error: ErrorObject): SchemaProblem {
  const path = toPath(error.instancePath);
  const field = path === '' ? 'the value' : path;
  const sentence = sentences[error.keyword];
  if (sentence === undefined) return { path, message: `${field} ${error.message ?? 'is wrong'}` };
  const at = whereOf(error);
  return {
    ...sentence(error, field),
    path: path !== '' && at !== '' ? `${path}.${at}` : path + at,
  };
}

/** The field a missing or unknown name would be at, below the object that Ajv points to. */
function whereOf({ keyword, params }: ErrorObject): string {
  if (keyword === 'required') return String(params.missingProperty);
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  return '';
}

/** `/recipients/0/name` → `recipients[0].name`. */
function toPath(pointer: string): string {
  return pointerKeys(pointer)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function hint({ enum: values, description }: Property = {}): string {
  if (values !== undefined) return `; it is one of ${values.join(', ')}`;
  return description === undefined ? '' : ` (${description})`;
}

function typeNames(type: string | string[]): string {
  const names = typeof type === 'string' ? type.split(',') : type;
  return names.map((name) => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${firstChars(text, 57)}…` : text;
}

/** An answer of the API as it is made here: its findings are {@link ErrorDetail}s. */
export type WithFindings<T> = { [K in keyof T]: T[K] extends Detail[] ? ErrorDetail[] : T[K] };

/** A message names at most this many choices; `allowed` has all. */
const MAX_NAMED = 30;
const MAX_REPEATED = 5;

/** A finding as it is said: what is wrong, where, and what would be valid there. */
export function fault(path: string, message: string, allowed?: readonly string[]): ErrorDetail {
  return { path, message, allowed };
}

/** A finding. With `allowed`, the sentence ends in the valid choices. */
export function problem(path: string, message: string, allowed?: readonly string[]): ErrorDetail {
  if (allowed === undefined) return { path, message: `${message}.` };
  const named = allowed.slice(0, MAX_NAMED).join(', ');
  const more = allowed.length > MAX_NAMED ? ` and ${allowed.length - MAX_NAMED} more` : '';
  const choices = allowed.length === 0 ? 'there are none' : `${named}${more}`;
  return { path, message: `${message}; choose from: ${choices}.`, allowed };
}

export function requireNoProblems(noun: string, errors: readonly ErrorDetail[]): void {
  if (errors.length === 0) return;
  const sentence = errors
    .slice(0, MAX_REPEATED)
    .map((error) => `${error.path ?? noun}: ${error.message}`)
    .join(' ');
  const rest = errors.length - MAX_REPEATED;
  const more = rest > 0 ? ` And ${rest} more.` : '';
  throw new AppError('invalid_config', `The ${noun} is not valid. ${sentence}${more}`, errors);
}

/** What is wrong with a change that was made on an older version; without `ifVersion` any version will do. */
export function versionFaults(
  noun: string,
  ifVersion: number | undefined,
  version: number,
): ErrorDetail[] {
  if (ifVersion === undefined || ifVersion === version) return [];
  const message = `The ${noun} has moved on: it is at version ${version}, the change was made on version ${ifVersion}. Read it again and repeat the change.`;
  return [{ path: 'if_version', message, allowed: [version] }];
}

export function requireVersion(noun: string, ifVersion: number | undefined, version: number): void {
  const [fault] = versionFaults(noun, ifVersion, version);
  if (fault !== undefined) throw conflict(fault.message, [fault]);
}

export function nameTaken(noun: string, name: string): ErrorDetail {
  const message = `There is already a ${noun} named '${name}' (names are compared without case). Choose another name, or change that one.`;
  return { path: 'name', message };
}

/** Runs a write whose only unique index is on the name; a name that is taken becomes `conflict`. */
export async function withUniqueName<T>(
  noun: string,
  name: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const detail = nameTaken(noun, name);
    throw conflict(detail.message, [detail], { cause: error });
  }
}
