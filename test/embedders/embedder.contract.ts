import type { EmbedKind, Embedder } from '../../src/toolindex/embedder.js';
import { normalized } from '../../src/toolindex/vector.js';

const TEXTS = [
  'list_rules — Lists all workflow rules | which rules are active?',
  'send_email — Sends an email to a recipient',
  'What is the weather like in Paris tomorrow?',
  'Cancel the order of yesterday and refund the money to the card',
  'übergroße Straße — 東京 😀',
  'x',
];
const KINDS: EmbedKind[] = ['query', 'document'];

/**
 * What every embedder must keep, whatever is behind it. Call it from the embedder's own test file.
 * `make` may return one that is costly to start: it is made once and closed at the end.
 */
export function describeEmbedder(name: string, make: () => Promise<Embedder> | Embedder): void {
  describe(`${name} keeps the embedder contract`, () => {
    let embedder: Embedder;
    beforeAll(async () => (embedder = await make()));
    afterAll(() => embedder.close?.());

    it('has an id', () => expect(embedder.id).toMatch(/\S/));

    describe.each(KINDS)('for a %s', (kind) => {
      it('answers nothing for no texts', () =>
        expect(embedder.embed([], { kind })).resolves.toEqual([]));

      it('answers one vector per text, all of one dimension, that can be normalised', async () => {
        const vectors = await embedder.embed(TEXTS, { kind });
        expect(vectors).toHaveLength(TEXTS.length);
        expect(new Set(vectors.map((vector) => vector.length)).size).toBe(1);
        for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      });

      it('keeps the order: a text has the same vector alone and in any batch', async () => {
        const embed = (texts: string[]) => embedder.embed(texts, { kind });
        const [together, backwards] = [await embed(TEXTS), await embed(TEXTS.toReversed())];
        for (const [i, text] of TEXTS.entries()) {
          const [alone] = await embedder.embed([text], { kind });
          expect(cosine(together[i]!, alone!)).toBeCloseTo(1, 4);
          expect(cosine(together[i]!, backwards[TEXTS.length - 1 - i]!)).toBeCloseTo(1, 4);
        }
        expect(cosine(together[0]!, together[2]!)).toBeLessThan(0.99);
      });

      it('embeds more texts than any batch holds', async () => {
        const many = Array.from({ length: 40 }, (_, i) => `text ${i % 3}`);
        const vectors = await embedder.embed(many, { kind });
        expect(vectors).toHaveLength(40);
        expect(cosine(vectors[0]!, vectors[39]!)).toBeCloseTo(1, 4);
      });

      it('takes empty, blank, broken and very long texts', async () => {
        const odd = ['', ' \n\t', '\ud800', '\u0000', 'word '.repeat(7000)];
        const vectors = await embedder.embed(odd, { kind });
        for (const vector of vectors) expect(() => normalized(vector)).not.toThrow();
      });

      it.each(['', ' '])('takes %j alone', async (text) => {
        await expect(embedder.embed([text], { kind })).resolves.toHaveLength(1);
      });

      it('rejects with `cancelled` when the signal has fired, and continues working', async () => {
        const call = embedder.embed(TEXTS, { kind, signal: AbortSignal.abort() });
        await expect(call).rejects.toMatchObject({ code: 'cancelled' });
        await expect(embedder.embed(['x'], { kind })).resolves.toHaveLength(1);
      });

      it('rejects with `cancelled` when the signal fires under way', async () => {
        const controller = new AbortController();
        const call = embedder.embed(TEXTS, { kind, signal: controller.signal });
        controller.abort();
        await expect(call).rejects.toMatchObject({ code: 'cancelled' });
        await expect(embedder.embed(['x'], { kind })).resolves.toHaveLength(1);
      });
    });
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  const [x, y] = [normalized(a), normalized(b)];
  return x.reduce((total, value, i) => total + value * y[i]!, 0);
}
