import { expect } from '@jest/globals';

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
