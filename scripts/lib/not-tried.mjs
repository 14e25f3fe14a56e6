/** What cannot be tried where the registry of packages cannot be reached. */
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** @returns {Promise<boolean>} whether the registry answers */
export function registryAnswers() {
  return promisify(execFile)('npm', ['ping']).then(
    () => true,
    () => false,
  );
}

/**
 * Says aloud, also to the file that NOT_TRIED names, that nothing was tried; answers the exit code.
 * @param {string} what
 * @param {string} needed
 */
export function notTried(what, needed) {
  const sentence = `NOT TRIED ${what}: the registry of packages cannot be reached, which has ${needed}`;
  console.log(sentence);
  if (process.env.NOT_TRIED) appendFileSync(process.env.NOT_TRIED, `${sentence}\n`);
  return 0;
}
