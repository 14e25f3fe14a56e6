import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { inOrder } from './openai-embedder.js';

const at = (...indexes: number[]) => indexes.map((index) => ({ index, embedding: [index] }));
const items = (count: number) => at(...Array.from({ length: count }, (_, index) => index));

it('gives each text its own vector, whatever the order of the answer', async () => {
  const shuffled = fc
    .integer({ min: 0, max: 20 })
    .chain((count) => fc.shuffledSubarray(items(count), { minLength: count }));
  await holds([shuffled], (data) => {
    expect(inOrder(data)).toEqual(items(data.length).map(({ embedding }) => embedding));
  });
});

it.each([
  ['an index twice', at(0, 0)],
  ['an index outside', at(2, -1)],
  ['no index', [{ embedding: [1] }, { index: '0', embedding: [2] }]],
  ['no objects', [1, null]],
])('leaves holes for %s', (_name, data) => expect(inOrder(data)).toEqual([undefined, undefined]));
