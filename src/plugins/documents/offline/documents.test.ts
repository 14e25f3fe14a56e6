import { expect, test } from '@jest/globals';
import { passagesOf } from './documents.js';

test('a document that was read by a question: each place is measured by the best one', () => {
  const blocks = [
    { heading: 'A', fit: 0.4 },
    { number: 1, text: 'One.' },
    { heading: 'B', fit: 0.8 },
    { number: 2, text: 'Two.' },
  ];
  const read = passagesOf({ doc_id: 'd', filename: 'T', blocks }, { score: 0.6 });
  expect(read.map(({ section, score }) => [section, score.toFixed(2)])).toEqual([
    ['A', '0.30'],
    ['B', '0.60'],
  ]);
});
