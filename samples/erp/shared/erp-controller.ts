import {
  applyDecorators,
  Controller,
  Injectable,
  UsePipes,
  type ArgumentMetadata,
  type PipeTransform,
} from '@nestjs/common';
import { AppError } from '../../../src/foundation/errors.js';
import { findUnstorableText } from './storable-text.js';

/** Refuses text the database would refuse later, as an error of the server; changes nothing. */
@Injectable()
class StorablePipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const found = findUnstorableText(value);
    if (found === undefined) return value;
    const path = found === '' ? (metadata.data ?? metadata.type) : found;
    const message = `${path} holds the character U+0000 or half a character; leave it out`;
    throw new AppError('invalid_request', `The request is not valid: ${message}.`, [
      { path, message },
    ]);
  }
}

/**
 * A controller of the platform: what it takes goes into the database, so its text must be storable.
 * The error shape and the validation are the application's (src/http).
 */
export function ErpController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UsePipes(StorablePipe));
}
