import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { ApiProblem } from '../api/client.js';

/** The answers that say something of the body, not of the server. */
const REFUSALS = new Set([400, 422]);

/** What a dry run finds wrong with a body: the details of its refusal. Rejects for any other failure. */
export async function findingsOf(dryRun: Promise<unknown>): Promise<readonly ErrorDetail[]> {
  try {
    await dryRun;
    return [];
  } catch (error) {
    if (!(error instanceof ApiProblem) || !REFUSALS.has(error.status)) throw error;
    const { details, message } = error;
    return details.length > 0 ? details : [{ message }];
  }
}
