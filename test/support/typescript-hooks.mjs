import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(root, 'node_modules/.cache/sextant/typescript');
const compiler = `${version} ${readFileSync(join(root, '.swcrc'), 'utf8')}`;
mkdirSync(CACHE, { recursive: true });

/**
 * Module hooks that let a plain Node process run this project's TypeScript: `./x.js` finds `./x.ts`.
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && !inPackage(context.parentURL)) {
    try {
      return await next(specifier.replace(/\.js$/, '.ts'), context);
    } catch {
      // A JavaScript file by that name, then.
    }
  }
  return next(specifier, context);
}

/**
 * Packages come as JavaScript: looking for TypeScript in them costs a fifth of a start.
 * @param {string | undefined} importer
 */
function inPackage(importer) {
  return importer?.includes('/node_modules/') ?? false;
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}

/**
 * The JavaScript of a file, from the cache where the file has not changed since: it holds one entry for each path.
 * @param {string} filename
 */
function compiled(filename) {
  const text = readFileSync(filename, 'utf8');
  const state = createHash('sha1').update(compiler).update(text).digest('hex');
  const path = join(CACHE, createHash('sha1').update(filename).digest('hex'));
  const kept = readIfThere(path);
  if (kept?.startsWith(state)) return kept.slice(state.length);
  const { code } = transformSync(text, { filename });
  // In one step, as other processes and threads read it.
  const whole = `${path}.${randomUUID()}`;
  writeFileSync(whole, state + code);
  renameSync(whole, path);
  return code;
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
