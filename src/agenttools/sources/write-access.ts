import type { Caller } from '../tool.js';
import type { WriteClient } from './clients.js';

type MakeWriter = (caller: Caller) => WriteClient;

/** Kept beside the backends and not on them: plugins hold backends, and must not reach a client that writes. */
const writers = new WeakMap<object, MakeWriter>();

export function grantWrites<B extends object>(backend: B, make: MakeWriter): B {
  writers.set(backend, make);
  return backend;
}

/** Applies accepted changes. For the accept path alone: an import rule keeps everybody else away. */
export function writeClientOf(backend: object, caller: Caller): WriteClient {
  const make = writers.get(backend);
  if (make === undefined) throw new TypeError('this backend was not made by createBackend');
  return make(caller);
}
