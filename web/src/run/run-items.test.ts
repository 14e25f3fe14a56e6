import { expect, test } from '@jest/globals';
import { shortInput } from './run-items.js';

test.each([
  [{ query: 'returns', top_k: 5, kb_id: 'default_kb' }, 'returns · 5'],
  [{ id: 12, node_ids: '1, 2' }, ''],
  [{ target: '11111111-1111-4111-8111-111111111111', name: 'Orders' }, 'Orders'],
  [{ text: 'x'.repeat(70), list: [1], on: true }, 'x'.repeat(60)],
  ['text', ''],
  [null, ''],
])('%j is shown as “%s”', (input, expected) => {
  expect(shortInput(input)).toBe(expected);
});
