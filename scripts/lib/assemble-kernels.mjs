import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import wabt from 'wabt';

/**
 * Each WebAssembly text file below src, and the module beside it that holds the same as bytes:
 * `x.wat` and `x.wasm.mjs`.
 * @param {string} root
 */
async function kernels(root) {
  const files = await readdir(join(root, 'src'), { recursive: true });
  const texts = files.filter((file) => file.endsWith('.wat')).map((file) => join('src', file));
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
