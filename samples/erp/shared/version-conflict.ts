import { AppError } from '../../../src/foundation/errors.js';

/** Rejects a change that was made on an older version; without `ifVersion` any version will do. */
export function requireVersion(noun: string, ifVersion: number | undefined, version: number): void {
  if (ifVersion === undefined || ifVersion === version) return;
  const message = `The ${noun} has moved on: it is at version ${version}, the change was made on version ${ifVersion}. Read it again and repeat the change.`;
  throw new AppError('conflict', message, [{ path: 'if_version', message, allowed: [version] }]);
}
