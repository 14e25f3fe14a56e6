/** @typedef {typeof import('@jest/globals')} Globals */

// Each test file has functions of its own, and what earlier files imported of here follows: bindings are live.
/** @type {Globals['afterAll']} */
export let afterAll;
/** @type {Globals['afterEach']} */
export let afterEach;
/** @type {Globals['beforeAll']} */
export let beforeAll;
/** @type {Globals['beforeEach']} */
export let beforeEach;
/** @type {Globals['describe']} */
export let describe;
/** @type {Globals['expect']} */
export let expect;
/** @type {Globals['it']} */
export let it;
/** @type {Globals['jest']} */
export let jest;
/** @type {Globals['test']} */
export let test;

/**
 * Says which functions `@jest/globals` exports from now on.
 * @param {Globals} globals
 */
export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
