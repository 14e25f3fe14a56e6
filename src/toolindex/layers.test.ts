import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergedFrom, renumbered, type LayerSize } from './layers.js';

const whole = (...sizes: number[]): LayerSize[] => sizes.map((held) => ({ held, live: held }));

it.each<[string, LayerSize[], number, number]>([
  ['nothing', [], 1, 0],
  ['a large one alone', whole(5000), 1, 1],
  ['what is not much larger', whole(5000, 7), 1, 1],
  ['a small one before which there is a larger one', whole(5000, 500, 7, 1), 1, 2],
  ['all, when as much comes', whole(100, 10), 50, 0],
  ['what is mostly gone', [{ held: 5000, live: 2000 }, ...whole(100)], 1, 0],
  ['what is gone, though nothing comes', [...whole(5000), { held: 3, live: 0 }], 0, 1],
  ['nothing when nothing comes', whole(5000, 3), 0, 2],
])('merges %s', (_, layers, fresh, from) => {
  expect(mergedFrom(layers, fresh)).toBe(from);
});

it('keeps few layers, and copies an entry a few times, whatever comes', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(sizes, (coming) => {
      let layers: LayerSize[] = [];
      let copied = 0;
      let all = 0;
      for (const fresh of coming) {
        const from = mergedFrom(layers, fresh);
        const merged = layers.slice(from).reduce((sum, { live }) => sum + live, 0);
        layers = [...layers.slice(0, from), ...whole(merged + fresh)];
        copied += merged;
        all += fresh;
      }
      expect(layers.length).toBeLessThan(8);
      expect(copied).toBeLessThan(all * 8 * Math.log2(coming.length + 2));
    }),
  );
});

it('numbers the rows of a layer anew', () => {
  expect([...renumbered(Int32Array.of(2, -1, 0), Int32Array.of(5, 1, -1))]).toEqual([-1, -1, 5]);
});
