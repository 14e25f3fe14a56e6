/** So many checks in a row may fail of a program that has answered before. */
const MISSES = 6;
/** The same of one that has not: on a busy machine a start takes minutes. */
const MISSES_BEFORE_ANSWER = 60;

/**
 * Checks a running program again and again; `wait` waits for the next check and answers false when there is none to
 * wait for. Answers true once too many checks in a row have failed: the program hangs.
 * @param {{
 *   check: () => Promise<boolean>,
 *   wait: () => Promise<boolean>,
 *   hasAnswered: boolean,
 *   onFirstAnswer: () => void,
 * }} program
 * @returns {Promise<boolean>}
 */
export async function hangs({ check, wait, hasAnswered, onFirstAnswer }) {
  let misses = 0;
  while (await wait()) {
    const answers = await check();
    misses = answers ? 0 : misses + 1;
    if (answers && !hasAnswered) {
      hasAnswered = true;
      onFirstAnswer();
    }
    if (misses >= (hasAnswered ? MISSES : MISSES_BEFORE_ANSWER)) return true;
  }
  return false;
}
