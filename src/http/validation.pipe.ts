import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { AppError, type ErrorDetail } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';

/** Checks bodies and query strings by their class; each wrong field gets one sentence, unknown fields are named. */
export function createValidationPipe(): ValidationPipe {
  return new ObjectBodyPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    // The object an error was found in: its class says which fields are known.
    validationError: { target: true },
    exceptionFactory: (errors) => toRequestError(errors),
  });
}

class ObjectBodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && !isObject(value)) {
      throw new AppError('invalid_request', 'The request body must be a JSON object.');
    }
    return (await super.transform(value, metadata)) as unknown;
  }
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
