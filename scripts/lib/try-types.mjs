import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.mjs';

const PLUGIN = `import { definePlugin, type Plugin } from 'sextant/plugin';
const plugin: Plugin = { name: 'notes', sextant: '*' };
export default definePlugin(plugin);
`;
const OPTIONS = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];

/**
 * Compiles a plugin in `folder`, where the package is installed; rejects with the first errors. Types of other
 * packages that a plugin's author installs (Node's own, those of `pg`) may be missing, those of the package may not.
 * @param {string} folder
 */
export async function tryTypes(folder) {
  writeFileSync(join(folder, 'plugin.ts'), PLUGIN);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const output = await new Promise((settle) => {
    execFile(
      process.execPath,
      [tsc, ...OPTIONS, ...types, 'plugin.ts'],
      { cwd: folder },
      (_, out) => settle(out),
    );
  });
  const lines = String(output).split('\n');
  const errors = lines.filter((line) => /^plugin\.ts|'\.{1,2}\//.test(line));
  if (errors.length > 0)
    throw new Error(`a plugin cannot be typed:\n${errors.slice(0, 5).join('\n')}`);
}
