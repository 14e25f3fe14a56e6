import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { getMetadataStorage, IS_OPTIONAL, validate, type ValidationError } from 'class-validator';
import { type AppError, type ErrorDetail, invalidRequest } from '../foundation/errors.js';
import { isObject, type JsonObject, asObject } from '../foundation/json.js';
import { toInstance, type ValidatedClass } from './field-type.js';
import { readBody, isOpenBody } from './json-bodies.js';

/** Checks bodies and query strings by their class; each wrong field gets one sentence, unknown fields are named. */
export function createValidationPipe(): PipeTransform<unknown, Promise<unknown>> {
  return { transform: checked };
}

/** What a parameter has for a class where it has none of ours. */
const PLAIN: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object, undefined]);

async function checked(sent: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
  const value = type === 'body' ? readBody(sent) : sent;
  if (type === 'body' && !isObject(value))
    throw invalidRequest('The request body must be a JSON object.');
  if (type === 'custom' || type === 'param' || PLAIN.has(metatype)) return value;
  const target = metatype as unknown as ValidatedClass;
  const fields = asObject(value);
  const instance = toInstance(target, type === 'body' ? withoutNulls(fields, target) : fields);
  const errors = await validate(instance, {
    whitelist: true,
    forbidNonWhitelisted: !(type === 'body' && isOpenBody(target)),
    forbidUnknownValues: false,
    stopAtFirstError: true,
    // The object an error was found in: its class says which fields are known.
    validationError: { target: true },
  });
  if (errors.length > 0) throw toRequestError(errors);
  return instance;
}

/** Clients write null for what they leave out: in the body's own optional fields it is gone, so that routes see one of the two only. */
function withoutNulls(body: JsonObject, target: ValidatedClass): JsonObject {
  const entries = Object.entries(body);
  if (entries.every(([, value]) => value !== null)) return body;
  const optional = metadataOf(target).filter(({ name }) => name === IS_OPTIONAL);
  const names = new Set(optional.map(({ propertyName }) => propertyName));
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== null || !names.has(field)),
  );
}

/** A person fixes the first few; an answer as long as the request would help an attacker only. */
const MAX_DETAILS = 20;
const MAX_PATH = 200;

/** The `invalid_request` error for class-validator's findings; the first of them when there are many. */
export function toRequestError(errors: readonly ValidationError[]): AppError {
  const all = errors.flatMap((error) => placesOf(error, ''));
  const details = all.slice(0, MAX_DETAILS).map(({ error, path }) => detailOf(error, path));
  const more = all.length > MAX_DETAILS ? [`${all.length - MAX_DETAILS} more`] : [];
  const sentence = [...details.map((detail) => detail.message), ...more].join('; ');
  return invalidRequest(`The request is not valid: ${sentence}.`, details);
}

function placesOf(
  error: ValidationError,
  parent: string,
): { error: ValidationError; path: string }[] {
  const path = pathOf(parent, error.property).slice(0, MAX_PATH);
  const own = error.constraints === undefined ? [] : [{ error, path }];
  return [...own, ...(error.children ?? []).flatMap((child) => placesOf(child, path))];
}

function detailOf(error: ValidationError, path: string): ErrorDetail {
  const constraints = error.constraints ?? {};
  if ('whitelistValidation' in constraints) {
    const allowed = knownFields(error.target);
    return {
      path,
      message: `${path} is not a known field (known: ${allowed.join(', ')})`,
      allowed,
    };
  }
  const message = Object.values(constraints)[0] ?? `${error.property} is not valid`;
  return { path, message: path === error.property ? message : `${path}: ${message}` };
}

/** `items` + `0` is `items[0]`; `a` + `b` is `a.b`. */
function pathOf(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}

function knownFields(target: object | undefined): string[] {
  if (target === undefined) return [];
  const found = metadataOf(target.constructor);
  return [...new Set(found.map((metadata) => metadata.propertyName))].sort();
}

function metadataOf(target: object['constructor']) {
  return getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
}
