/** Compiles the server into `dist`: TypeScript as JavaScript, as tests run it, and beside it the files that it reads. */
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { root } from './command.mjs';

const OUT = join(root, 'dist');

/** What is read only where the project itself lies: tests, types of JavaScript, and kernels before they are assembled. */
const LEFT_OUT = /\.test\.ts$|\.snap$|\.d\.m?ts$|\.wat$/;

await rm(OUT, { recursive: true, force: true });
for (const folder of ['src', 'samples']) {
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  await Promise.all(files.map(compile));
}

/** @param {string} file below the root */
async function compile(file) {
  const [from, to] = [join(root, file), join(OUT, file)];
  await mkdir(dirname(to), { recursive: true });
  if (!file.endsWith('.ts')) return cp(from, to);
  const { code } = await transformFile(from, { cwd: root, sourceMaps: false });
  await writeFile(to.replace(/\.ts$/, '.js'), code);
}
