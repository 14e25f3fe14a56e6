import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

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
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename });
  return { format: 'module', source: code, shortCircuit: true };
}
