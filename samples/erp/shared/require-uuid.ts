import { AppError } from '../../../src/foundation/errors.js';
import { isUuid } from '../../../src/foundation/ids.js';

/** The id itself when it is a UUID; else `not_found`, because no row can have it. `noun` names the thing: `table config`. */
export function requireUuid(id: string, noun: string): string {
  const shown = id.slice(0, 80);
  if (isUuid(id)) return id;
  throw new AppError('not_found', `There is no ${noun} with the id '${shown}': ids are UUIDs.`);
}
