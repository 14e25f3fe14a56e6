import { ValidationPipe, type ArgumentMetadata, type ValidationPipeOptions } from '@nestjs/common';
import { getMetadataStorage, IS_OPTIONAL, type ValidationError } from 'class-validator';
import { AppError, type ErrorDetail } from '../foundation/errors.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import { isOpenBody } from './open-body.js';

/** Checks bodies and query strings by their class; each wrong field gets one sentence, unknown fields are named. */
export function createValidationPipe(): ValidationPipe {
  return new ObjectBodyPipe(options(true));
}

const options = (forbidNonWhitelisted: boolean): ValidationPipeOptions => ({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted,
  // The object an error was found in: its class says which fields are known.
  validationError: { target: true },
  exceptionFactory: (errors) => toRequestError(errors),
});

class ObjectBodyPipe extends ValidationPipe {
  /** For bodies that other programs' clients fill. */
  private readonly lenient = new ValidationPipe(options(false));

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && !isObject(value)) {
      throw new AppError('invalid_request', 'The request body must be a JSON object.');
    }
    if (metadata.type !== 'body' || !isObject(value)) {
      return (await super.transform(value, metadata)) as unknown;
    }
    refuseWide(value);
    const body = withoutNulls(value, metadata);
    if (isOpenBody(metadata.metatype)) {
      return (await this.lenient.transform(body, metadata)) as unknown;
    }
    return (await super.transform(body, metadata)) as unknown;
  }
}

/** Clients write null for what they leave out: in the body's own optional fields it is gone, so that routes see one of the two only. */
function withoutNulls(body: JsonObject, { metatype }: ArgumentMetadata): JsonObject {
  const entries = Object.entries(body);
  if (metatype === undefined || entries.every(([, value]) => value !== null)) return body;
  const optional = metadataOf(metatype).filter(({ name }) => name === IS_OPTIONAL);
  const isLeftOut = (field: string) => optional.some(({ propertyName }) => propertyName === field);
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== null || !isLeftOut(field)),
  );
}

/**
 * What the body itself may hold: class-validator looks at each field and item for tens of microseconds, on
 * the thread that serves everybody, so that a megabyte of `{}` would stop the server for seconds.
 */
const MAX_FIELDS = 200;
const MAX_ITEMS = 10_000;

function refuseWide(body: JsonObject): void {
  const fields = Object.keys(body);
  if (fields.length > MAX_FIELDS) {
    throw tooWide(`has ${fields.length} fields, and at most ${MAX_FIELDS} are looked at`);
  }
  const long = Object.values(body).find((item) => Array.isArray(item) && item.length > MAX_ITEMS);
  if (long !== undefined) throw tooWide(`has a list of more than ${MAX_ITEMS} items`);
}

function tooWide(reason: string): AppError {
  return new AppError('invalid_request', `The request body ${reason}; send less.`);
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
  return new AppError('invalid_request', `The request is not valid: ${sentence}.`, details);
}

interface Place {
  error: ValidationError;
  path: string;
}

function placesOf(error: ValidationError, parent: string): Place[] {
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

/** What class-validator knows of a class of bodies. */
function metadataOf(target: object['constructor']) {
  return getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
}
