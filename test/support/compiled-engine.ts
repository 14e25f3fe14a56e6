import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import threads from 'node:worker_threads';
import { root } from './template-contents.js';

const PATH = join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm');
const KEPT = Symbol.for('sextant.compiled-engine');

/**
 * Keeps the embedded database's WebAssembly compiled in this process: V8 compiles the same bytes again only when
 * nobody holds the module any more, and each test file ends with all it held. A module of Node's own outlives them.
 */
export async function keepEngineCompiled(): Promise<void> {
  const holder = threads as unknown as Record<symbol, WebAssembly.Module | undefined>;
  holder[KEPT] ??= new WebAssembly.Module(await readFile(PATH));
}
