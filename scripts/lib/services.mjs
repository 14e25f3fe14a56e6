/** The two programs of `npm start`, and how to see that they work. */
import { root } from './command.mjs';
import { choosePort } from './supervise.mjs';

/** @typedef {import('./supervise.mjs').Service} Service */

/**
 * Has glibc give back what is freed, a quarter of a server's memory; other systems do not know these names, and what
 * the environment says counts. Named once more in Dockerfile, deploy/ and docs/operations.md.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** A larger young generation: 500 streams at once take a tenth to a fifth less processor time (bench/memory.md). */
export const SERVER_FLAGS = ['--max-semi-space-size=32'];

/** How often, every half second, a step of the start may be found unfinished before it counts as stuck. */
const SERVER_CHECKS = 30;
const EXPLORER_CHECKS = 20;
const EXPLORER_PORT = 3002;

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Service}
 */
export function serverService(env, args, cwd = root) {
  const check = async (/** @type {string} */ url, /** @type {AbortSignal} */ signal) => {
    const response = await fetch(`${url}/health/live`, { signal });
    return response.ok;
  };
  const checks = wholeNumber(env.START_CHECKS) || SERVER_CHECKS;
  return {
    name: 'server',
    args: [...SERVER_FLAGS, ...args],
    env: { ...MALLOC, ...env },
    cwd,
    checks,
    check,
  };
}

/**
 * The server finds it by the port that both are given: an EXPLORER_URL would say that somebody relies on it.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<Service>}
 */
export async function explorerService(env, args, cwd = root) {
  const check = async (/** @type {string} */ url, /** @type {AbortSignal} */ signal) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
      signal,
    });
    return response.ok;
  };
  const asked = wholeNumber(env.EXPLORER_PORT);
  // What is no number is left for the programs to refuse.
  const port = asked === undefined ? env.EXPLORER_PORT : String(await choosePort(asked));
  const own = { ...MALLOC, ...env, EXPLORER_PORT: port ?? String(EXPLORER_PORT) };
  return { name: 'explorer', args, env: own, cwd, checks: EXPLORER_CHECKS, check };
}

/** @param {string | undefined} text */
function wholeNumber(text) {
  const value = text?.trim() ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}
