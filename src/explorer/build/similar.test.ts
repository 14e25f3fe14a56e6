import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { similarLinks } from './similar.js';

const at = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle), 0.2);

it('joins the pair that stands out, once and from the lower id', async () => {
  const others = Array.from({ length: 16 }, (_, i) => ({ id: i + 10, vector: axis(i) }));
  const twins = [
    { id: 2, vector: axis(20) },
    { id: 1, vector: axis(20) },
  ];
  const links = await similarLinks([...twins, ...others]);
  expect(links).toEqual([{ relation: 'similar', from: 1, to: 2, detail: '1.00' }]);
});

it('joins nothing where all are as far apart', async () => {
  const alike = Array.from({ length: 20 }, (_, i) => ({ id: i, vector: axis(i) }));
  expect(await similarLinks(alike)).toEqual([]);
  expect(await similarLinks([])).toEqual([]);
});

it('gives a section no more than three of its own, and no pair twice', async () => {
  const angles = fc.array(fc.double({ min: 0, max: 6, noNaN: true }), {
    minLength: 3,
    maxLength: 30,
  });
  await holds([angles], { numRuns: 50 }, async (all) => {
    const sections = all.map((angle, id) => ({ id, vector: at(angle) }));
    const links = await similarLinks(sections);
    expect(links.length).toBeLessThanOrEqual(3 * sections.length);
    expect(new Set(links.map(({ from, to }) => `${from}>${to}`)).size).toBe(links.length);
    expect(links.every(({ from, to }) => from < to)).toBe(true);
  });
});

/** A direction of its own for each number. */
function axis(index: number): Float32Array {
  const vector = new Float32Array(24);
  vector[index] = 1;
  return vector;
}
