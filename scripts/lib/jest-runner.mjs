import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const require = createRequire(import.meta.url);
const hooks = require('node:async_hooks');
const { AsyncLocalStorage } = hooks;
register('./jest-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
await import('reflect-metadata');
const { default: fc } = await import('fast-check');

/** What every property starts from, so that a test fails on one machine as on another. */
const FIXED_SEED = 20261122;
// `npm run test:random` names another one.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? FIXED_SEED) });

/**
 * Which test or hook is running, for jest-circus: of those that are not concurrent one is. With Node's own, every
 * promise of every test is tracked.
 * @template T
 */
class OneAfterTheOther {
  /** @type {T | undefined} */
  #store;

  getStore() {
    return this.#store;
  }

  /** @template R @param {T} store @param {() => Promise<R>} work */
  async run(store, work) {
    const before = this.#store;
    this.#store = store;
    try {
      return await work();
    } finally {
      this.#store = before;
    }
  }
}

/**
 * Runs a test file by Jest's own runner, but lets Node import it: Jest's modules are linked again for each file,
 * which takes longer than most files do. So modules are shared by all files of a worker, and a module that tests
 * import registers no hooks of its own accord.
 * @type {import('jest-circus/runner')}
 */
export default async function runFile(globalConfig, config, environment, runtime, path, send) {
  // Node's own maps lines back to TypeScript; Jest's knows only what Jest has transformed.
  Error.prepareStackTrace = undefined;
  const modules = {
    requireInternalModule: requireAgain,
    requireModule: require,
    /** @param {Parameters<typeof runtime.setGlobalsForRuntime>[0]} globals */
    setGlobalsForRuntime: (globals) => {
      runtime.setGlobalsForRuntime(globals);
      const { jest } = runtime.requireModuleOrMock(path, '@jest/globals');
      Object.assign(globalThis, { jest });
    },
    unstable_shouldLoadAsEsm: () => true,
    /** @param {string} file */
    unstable_importModule: (file) => import(pathToFileURL(file).href),
    enterTestCode: () => runtime.enterTestCode(),
    leaveTestCode: () => runtime.leaveTestCode(),
  };
  const run = circus.default ?? circus;
  return run(globalConfig, config, environment, modules, path, send);
}

/**
 * With the state of a module that was never loaded.
 * @param {string} path
 */
function requireAgain(path) {
  delete require.cache[path];
  hooks.AsyncLocalStorage = /** @type {never} */ (OneAfterTheOther);
  try {
    return require(path);
  } finally {
    hooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}
