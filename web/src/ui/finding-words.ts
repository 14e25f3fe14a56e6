import type { ErrorDetail } from '../../../src/foundation/errors.js';

/** A finding's words without the path that stands before them: the place is shown by where they stand. */
export function findingWords({ path, message }: ErrorDetail): string {
  const bare =
    path !== undefined && message.startsWith(path) ? message.slice(path.length) : message;
  return bare.replace(/^[\s:]+/, '');
}
