import { AppError } from '../../../src/foundation/errors.js';
import { isUuid } from '../../../src/foundation/ids.js';
import { isUniqueViolation } from '../../../src/store/database.js';

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
