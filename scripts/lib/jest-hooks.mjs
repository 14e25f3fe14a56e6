import { resolve as resolveTypescript } from '../../test/support/typescript-hooks.mjs';

export { load } from '../../test/support/typescript-hooks.mjs';

/** What tests import by a name, and the file here that it is. */
const FILES = new Map([
  ['@jest/globals', new URL('./jest-globals.mjs', import.meta.url).href],
  ['@sextant/client', new URL('../../packages/client/src/index.ts', import.meta.url).href],
]);

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const url = FILES.get(specifier);
  return url ? { url, shortCircuit: true } : resolveTypescript(specifier, context, next);
}
