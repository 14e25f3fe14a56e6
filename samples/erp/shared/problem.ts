import type { Detail } from '../../../src/platform/types.js';
import { AppError, type ErrorDetail } from '../../../src/foundation/errors.js';

/** An answer of the API as it is made here: its findings are {@link ErrorDetail}s. */
export type WithFindings<T> = { [K in keyof T]: T[K] extends Detail[] ? ErrorDetail[] : T[K] };

/** A message names at most this many choices; `allowed` has all. */
const MAX_NAMED = 30;
/** A summary repeats at most this many findings; the details have all. */
const MAX_REPEATED = 5;

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
