import { readSentence, type Words } from './sentence.js';

const names = (words: Words) => {
  words.need('hide');
  return words.names('in table');
};
const test1 = (words: Words) => {
  words.need('where');
  return words.test('and');
};

test.each([
  ['hide price', ['price']],
  ['Hide unit price, cost and "Order, delivery".', ['unit price', 'cost', 'Order, delivery']],
  ['hide a, b, and c', ['a', 'b', 'c']],
])('%s names %j', (message, expected) => expect(readSentence(message, names)).toEqual(expected));

test.each([
  ['where status is pending', { field: 'status', comparison: 'eq', value: 'pending' }],
  ['where status is not pending', { field: 'status', comparison: 'neq', value: 'pending' }],
  ['where price is at least 0.5', { field: 'price', comparison: 'gte', value: 0.5 }],
  ['where notes is not empty', { field: 'notes', comparison: 'is_not_null' }],
  ['where code is "5,000"', { field: 'code', comparison: 'eq', value: '5,000' }],
  ['where name contains 7 seas', { field: 'name', comparison: 'contains', value: '7 seas' }],
])('%s is a test', (message, expected) => expect(readSentence(message, test1)).toEqual(expected));

test.each([
  'hide',
  'please hide price',
  'hide price?',
  'hide price; show cost',
  'hide (price)',
  'hide price, ',
  'hide "a" "b"',
  'hide price in table',
  `hide ${'x'.repeat(1_000)}`,
])('%s is not taken', (message) => expect(readSentence(message, names)).toBeUndefined());

test.each([
  'where price is over 5,000',
  'where price is over 5.000',
  'where price over 5',
  'where status is pending and',
  'where status is',
])('%s is not taken as a test', (message) => expect(readSentence(message, test1)).toBeUndefined());

test('what a grammar throws itself goes on', () => {
  const broken = () => {
    throw new Error('a fault');
  };
  expect(() => readSentence('hide price', broken)).toThrow('a fault');
});
