/**
 * Runs a TypeScript bench without a build: `node bench/run.mjs bench/selection.ts`. Types are
 * stripped by the compiler the tests use, and an import of `x.js` finds `x.ts` beside it.
 */
import '../test/support/typescript.mjs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/lib/command.mjs';
import { ensureErpTypes } from '../scripts/lib/erp-types.mjs';

const [, , script] = process.argv;
if (!script) throw new Error('Say which bench to run: node bench/run.mjs bench/selection.ts');
process.argv.splice(1, 1);
await ensureErpTypes(root);
await import(pathToFileURL(resolve(script)).href);
