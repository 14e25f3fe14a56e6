import type { Detail } from '../../../src/platform/types.js';
import { AppError, type ErrorDetail } from '../../../src/foundation/errors.js';
import { isUuid } from '../../../src/foundation/ids.js';
import { isUniqueViolation } from '../../../src/store/database.js';

/** An answer of the API as it is made here: its findings are {@link ErrorDetail}s. */
export type WithFindings<T> = { [K in keyof T]: T[K] extends Detail[] ? ErrorDetail[] : T[K] };

/** A message names at most this many choices; `allowed` has all. */
const MAX_NAMED = 30;
/** A summary repeats at most this many findings; the details have all. */
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

/** Rejects with `invalid_config` when there are findings. `noun` names the thing: `table config`. */
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

/** The id itself when it is a UUID; else `not_found`, because no row can have it. `noun` names the thing: `table config`. */
export function requireUuid(id: string, noun: string): string {
  const shown = id.slice(0, 80);
  if (isUuid(id)) return id;
  throw new AppError('not_found', `There is no ${noun} with the id '${shown}': ids are UUIDs.`);
}

/** Rejects a change that was made on an older version; without `ifVersion` any version will do. */
export function requireVersion(noun: string, ifVersion: number | undefined, version: number): void {
  if (ifVersion === undefined || ifVersion === version) return;
  const message = `The ${noun} has moved on: it is at version ${version}, the change was made on version ${ifVersion}. Read it again and repeat the change.`;
  throw new AppError('conflict', message, [{ path: 'if_version', message, allowed: [version] }]);
}

/**
 * Runs a write whose only unique index is on the name; a name that is taken becomes `conflict`.
 * `noun` names the thing: `table config`.
 */
export async function withUniqueName<T>(
  noun: string,
  name: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = `There is already a ${noun} named '${name}' (names are compared without case). Choose another name, or change that one.`;
    throw new AppError('conflict', message, [{ path: 'name', message }], { cause: error });
  }
}
