import { AppError } from '../foundation/errors.js';
import { refusalStatus } from '../agenttools/sources/backend-client.js';

/** Does `work`; what the platform finds wrong with a body becomes the code that says so, with its details. */
export async function findingsAs<T>(
  code: 'invalid_rule' | 'invalid_config',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const status = refusalStatus(error);
    if (!(error instanceof AppError) || (status !== 400 && status !== 422)) throw error;
    throw new AppError(code, error.message, error.details, { cause: error });
  }
}
