import { AppError } from '../../../../foundation/errors.js';
import type { TableConfig } from '../config-model.js';

/** What a change made: the new config (the old one is untouched) and one sentence per effect. */
export interface Changed {
  config: TableConfig;
  summary: string[];
}

/** Refuses a change with a sentence that says what to do instead. */
export function refuse(message: string, allowed: readonly string[] = []): never {
  throw new AppError(
    'invalid_arguments',
    message,
    allowed.length > 0 ? [{ message, allowed }] : [],
  );
}
