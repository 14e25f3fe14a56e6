import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees what loading has left, tens of MB: a thread that then waits would keep it. Holds the thread for some tens of
 * ms, so it is for threads that nobody waits for.
 */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
