import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what loading has left, tens of MB that an idle thread would keep; holds it for some tens of ms. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
