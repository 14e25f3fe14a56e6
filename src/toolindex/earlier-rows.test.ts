import { expect, test } from '@jest/globals';
import type { IndexedDocument } from './document.js';
import { earlierRows } from './earlier-rows.js';

const INPUT = { name: 'movie_id', description: 'The movie', required: true };
const TOOL: IndexedDocument = { name: 'a', text: 'text', parameters: 'movie_id', inputs: [INPUT] };

test.each<[string, IndexedDocument, number]>([
  ['the same', { ...TOOL, inputs: [{ ...INPUT }] }, 1],
  ['another text', { ...TOOL, text: 'other' }, -1],
  ['other parameters', { ...TOOL, parameters: '' }, -1],
  ['an input more', { ...TOOL, inputs: [INPUT, INPUT] }, -1],
  ['an input less', { ...TOOL, inputs: [] }, -1],
  ['an input that is not required', { ...TOOL, inputs: [{ ...INPUT, required: false }] }, -1],
  ['another name', { ...TOOL, name: 'b' }, -1],
])('%s', async (_, document, row) => {
  const earlier = [{ name: 'z', text: 'z' }, TOOL];
  const { before, after } = await earlierRows(earlier, [document]);
  expect([...before]).toEqual([row]);
  expect([...after]).toEqual([-1, row === -1 ? -1 : 0]);
});

test('a row is taken over once', async () => {
  expect([...(await earlierRows([TOOL], [TOOL, TOOL])).before]).toEqual([0, -1]);
});
