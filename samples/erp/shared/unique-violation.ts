import { AppError } from '../../../src/foundation/errors.js';
import { isUniqueViolation } from '../../../src/store/unique-violation.js';

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
