import { expect, test } from '@jest/globals';
import { recordLabel } from './record-label.js';

test('a record is called by its first words and numbers, never by an id', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const order = { id, customer_id: id, number: 'SO-17', status: 'open', total: 12, note: 'x' };
  expect(recordLabel(order)).toBe('SO-17 · open · 12');
  expect(recordLabel({ id, note: '', long: 'x'.repeat(99) })).toBe('A record without a name');
});
