import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readdir, readFile, writeFile } from 'node:fs/promises';

import { hashOf, readStamp, writeStamp } from './hash.mjs';
import { step, StepError } from './command.mjs';

/**
 * Something that is built: from which sources, by which program, into which file.
 * The stamp lies in the output folder, which the build empties first, so an interrupted build has none.
 * @typedef {{ title: string, sources: string[], program: string, args: string[], output: string, stamp: string }} Build
 */

/** @type {Build} */
const SERVER = {
  title: 'Building the server',
  sources: ['src', 'samples', '.swcrc', 'scripts/lib/compile.mjs', 'package-lock.json'],
  program: 'scripts/lib/compile.mjs',
  args: [],
  output: 'dist/src/main.js',
  stamp: 'dist/.built-from',
};

/**
 * What a plugin's author compiles against: beside the server, whose build empties the folder.
 * @type {Build}
 */
const PLUGIN_TYPES = {
  title: 'Building the types of sextant/plugin',
  sources: [...SERVER.sources, 'tsconfig.json', 'tsconfig.types.json'],
  program: 'node_modules/typescript/bin/tsc',
  args: ['-p', 'tsconfig.types.json'],
  output: 'dist/src/host/index.d.ts',
  stamp: 'dist/.types-built-from',
};

/** @type {Build} */
const PAGE = {
  title: 'Building the page',
  // Of the server's sources only these are part of the page; the others give it types.
  sources: ['web', 'packages/client', 'src/foundation', 'package-lock.json'],
  program: 'node_modules/vite/bin/vite.js',
  args: ['build', 'web'],
  output: 'web/dist/index.html',
  stamp: 'web/dist/.built-from',
};

/** @type {Build} */
const CLIENT = {
  title: 'Building the client',
  sources: ['packages/client', 'src/foundation', 'package-lock.json'],
  program: 'node_modules/vite/bin/vite.js',
  args: ['build', 'packages/client'],
  output: 'packages/client/dist/index.js',
  stamp: 'packages/client/dist/.built-from',
};

/**
 * Beside the built client, for those who install it; its build empties the folder.
 * @type {Build}
 */
const CLIENT_TYPES = {
  title: "Building the client's types",
  sources: ['packages/client', 'src/foundation', 'web/tsconfig.json', 'package-lock.json'],
  program: 'node_modules/typescript/bin/tsc',
  args: ['-p', 'packages/client'],
  output: 'packages/client/dist/packages/client/src/index.d.ts',
  stamp: 'packages/client/dist/.types-built-from',
};

/** @type {Build} */
const WIDGET = {
  title: 'Building the widget',
  sources: ['packages/client', 'packages/widget', 'src/foundation', 'package-lock.json'],
  program: 'node_modules/vite/bin/vite.js',
  args: ['build', 'packages/widget'],
  output: 'packages/widget/dist/embed.js',
  stamp: 'packages/widget/dist/.built-from',
};

/**
 * The page of previews for MCP hosts, beside the widget: its build empties the folder.
 * @type {Build}
 */
const PREVIEW_APP = {
  ...WIDGET,
  title: 'Building the page for MCP hosts',
  args: ['build', 'packages/widget', '--mode', 'preview-app'],
  output: 'packages/widget/dist/preview-app.html',
  stamp: 'packages/widget/dist/.app-built-from',
};

/**
 * Builds the server and the page where they were made from other sources than there are now, side by side. Types are
 * not checked: `npm run check` does.
 * @param {string} root
 */
export async function ensureBuilt(root) {
  const builds = await Promise.allSettled([ensureServerBuilt(root), ensurePageBuilt(root)]);
  for (const build of builds) if (build.status === 'rejected') throw build.reason;
}

/**
 * What plugins and users of the client are compiled against: no start needs it.
 * @param {string} root
 */
export async function ensureTypesBuilt(root) {
  await ensure(root, PLUGIN_TYPES);
  await ensureClientTypesBuilt(root);
}

/** @param {string} root */
export async function ensureClientTypesBuilt(root) {
  await ensure(root, CLIENT_TYPES);
}

/**
 * The server alone: what runs in a terminal needs no page.
 * @param {string} root
 */
export async function ensureServerBuilt(root) {
  await ensure(root, SERVER);
}

/**
 * The page, the client and the widget alone: tests run the server from its sources.
 * @param {string} root
 */
export async function ensurePageBuilt(root) {
  await ensure(root, PAGE);
  await ensure(root, CLIENT);
  await ensure(root, WIDGET);
  await ensure(root, PREVIEW_APP);
}

/**
 * True when the built page is the one of the sources.
 * @param {string} root
 */
export function isPageBuilt(root) {
  return isBuilt(root, PAGE, hashFor(root, PAGE));
}

/**
 * @param {string} root
 * @param {Build} build
 */
async function ensure(root, build) {
  const hash = hashFor(root, build);
  if (isBuilt(root, build, hash)) return;
  try {
    await step(build.title, process.execPath, [build.program, ...build.args], { cwd: root });
  } catch (error) {
    if (error instanceof StepError) {
      error.message += ' The sources do not compile; `npm run check` shows all that is wrong.';
    }
    throw error;
  }
  writeStamp(join(root, build.stamp), hash);
}

/**
 * @param {string} root
 * @param {Build} build
 * @param {string} hash
 */
function isBuilt(root, build, hash) {
  return readStamp(join(root, build.stamp)) === hash && existsSync(join(root, build.output));
}

/**
 * Neither tests nor what is built change what is built.
 * @param {string} root
 * @param {Build} build
 */
function hashFor(root, { sources }) {
  return hashOf(
    root,
    sources,
    (path) => !path.endsWith('.test.ts') && !/^(web|packages\/[^/]+)\/dist\//.test(path),
  );
}

/**
 * Each WebAssembly text file below src, and the module beside it that holds the same as bytes:
 * `x.wat` and `x.wasm.mjs`.
 * @param {string} root
 */
async function kernels(root) {
  const files = await readdir(join(root, 'src'), { recursive: true });
  const texts = files.filter((file) => file.endsWith('.wat')).map((file) => join('src', file));
  // It may have been installed just before.
  const { default: wabt } = await import('wabt');
  const { parseWat } = await wabt();
  return Promise.all(
    texts.map(async (text) => {
      const parsed = parseWat(text, await readFile(join(root, text), 'utf8'), { simd: true });
      const bytes = Buffer.from(parsed.toBinary({}).buffer);
      parsed.destroy();
      return { assembled: text.replace(/\.wat$/, '.wasm.mjs'), source: moduleOf(text, bytes) };
    }),
  );
}

/**
 * @param {string} text
 * @param {Buffer} bytes
 */
function moduleOf(text, bytes) {
  const name = text.slice(text.lastIndexOf('/') + 1);
  const lines = bytes.toString('base64').match(/.{1,90}/g) ?? [];
  return `/** ${name}, assembled by \`npm run build:kernels\`; base64. */
export const wasm = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}

/**
 * Writes what is assembled from the WebAssembly text in src; answers the files.
 * @param {string} root
 */
export async function assembleKernels(root) {
  const all = await kernels(root);
  for (const { assembled, source } of all) await writeFile(join(root, assembled), source);
  return all.map(({ assembled }) => assembled);
}

/**
 * Which assembled files are not what their text gives.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkKernels(root) {
  const stale = [];
  for (const { assembled, source } of await kernels(root)) {
    const found = await readFile(join(root, assembled), 'utf8').catch(() => '');
    if (found !== source) stale.push(`${assembled} is not current: npm run build:kernels`);
  }
  return stale.join('\n');
}
