import { AppError } from '../../src/foundation/errors.js';

/** Holds that `work` is rejected with this code, and with these words in its message. */
export async function refused(
  work: Promise<unknown> | undefined,
  code: string,
  words: string | RegExp,
): Promise<void> {
  const message =
    typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
  await expect(work).rejects.toMatchObject({ code, message });
}

/** The error that `work` is refused with. */
export function thrownBy(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

/** The error that `work` is rejected with. */
export async function rejectionOf(work: Promise<unknown>): Promise<AppError> {
  let error: unknown = new Error('was not refused');
  await work.catch((reason: unknown) => (error = reason));
  if (error instanceof AppError) return error;
  throw error;
}
