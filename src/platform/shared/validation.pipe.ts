import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { AppError, type ErrorDetail } from '../../foundation/errors.js';
import { isObject, jsonDepth } from '../../foundation/json.js';
import { findUnstorableText } from './storable-text.js';

/** No body of the platform is deeper; the libraries below recurse and would exhaust the stack. */
const MAX_DEPTH = 64;

/** Checks bodies and query strings by their class; each wrong field gets one sentence, unknown fields are named. */
export function createValidationPipe(): ValidationPipe {
  return new BoundedValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    exceptionFactory: (errors) => toRequestError(errors),
  });
}

class BoundedValidationPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (jsonDepth(value, MAX_DEPTH) > MAX_DEPTH) {
      const message = `The body is nested more than ${MAX_DEPTH} levels deep.`;
      throw new AppError('invalid_request', message);
    }
    refuseUnstorable(value, metadata);
    if (metadata.type === 'body' && !isObject(value)) {
      throw new AppError('invalid_request', 'The body must be a JSON object.');
    }
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** Without this the database would refuse the text later, as an error of the server. */
function refuseUnstorable(value: unknown, metadata: ArgumentMetadata): void {
  const found = findUnstorableText(value);
  if (found === undefined) return;
  const path = found === '' ? (metadata.data ?? metadata.type) : found;
  const message = `${path} holds the character U+0000 or half a character; leave it out`;
  throw new AppError('invalid_request', `The request is not valid: ${message}.`, [
    { path, message },
  ]);
}

/** The `invalid_request` error for class-validator's findings. */
export function toRequestError(errors: readonly ValidationError[]): AppError {
  const details = errors.flatMap((error) => detailsOf(error, ''));
  const sentence = details.map((detail) => detail.message).join('; ');
  return new AppError('invalid_request', `The request is not valid: ${sentence}.`, details);
}

function detailsOf(error: ValidationError, parent: string): ErrorDetail[] {
  const path = pathOf(parent, error.property);
  const own = error.constraints === undefined ? [] : [detailOf(error, path)];
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, path))];
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
  const found = getMetadataStorage().getTargetValidationMetadatas(
    target.constructor,
    '',
    false,
    false,
  );
  return [...new Set(found.map((metadata) => metadata.propertyName))].sort();
}
