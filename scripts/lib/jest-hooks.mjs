import { resolve as resolveTypescript } from '../../test/support/typescript-hooks.mjs';

export { load } from '../../test/support/typescript-hooks.mjs';

const CLIENT = new URL('../../packages/client/src/index.ts', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  return specifier === '@sextant/client'
    ? { url: CLIENT, shortCircuit: true }
    : resolveTypescript(specifier, context, next);
}
