import { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';

const MAX_NAME = 255;

/** The name that a person wrote, without blanks around it; rejects with `invalid_request` none, and the one there is. */
export function newName({ name }: JsonObject, now: string): string {
  const wanted = typeof name === 'string' ? name.trim() : '';
  const isGood = wanted !== '' && wanted.length <= MAX_NAME && wanted !== now;
  if (isGood) return wanted;
  const message = `must be a text of 1 to ${MAX_NAME} characters, and another one than now`;
  throw new AppError('invalid_request', `The new name ${message}.`, [
    { path: 'input.name', message },
  ]);
}
