import fc from 'fast-check';
import { cpuGrowth } from '../../test/support/cpu-growth.js';
import { property } from '../../test/support/property.js';
import { checkStatement } from './check-statement.js';

const source = {
  text: 'Rejected goods are kept for 30 days. The fee is 1.250,50 EUR, due on 3 March 2024 at 08:30. Lagerung bis 12 500 kg; § 5 gilt ab 1. Mai 2023.',
  context: 'Warehouse handbook\n§ 12 Returns',
};
const missing = (statement: string) => checkStatement(statement, [source]).missing;

describe('a statement has nothing that its source has not', () => {
  test.each([
    'The handbook says "rejected goods are kept for 30 days".',
    'The handbook says „Rejected goods … for 30 days“.',
    'Goods stay 30 days.',
    'It costs 1250.5 euros.',
    'It costs 1,250.50 EUR.',
    'At most 12500 kilograms.',
    'Due on 2024-03-03.',
    'Due on March 3rd, 2024, at 8.30.',
    'Fällig am 3. März 2024.',
    'Payable le 3 mars 2024.',
    'Fällig am 03.03.2024.',
    'In force since May 2023.',
    'According to § 12 there is a fee.',
    'Goods are kept.',
  ])('%s', (statement) => expect(missing(statement)).toBeUndefined());

  test.each([
    ['It says "rejected goods are sold".', 'quote', 'rejected goods are sold'],
    ['It says "goods" and «berth».', 'quote', 'berth'],
    ['Goods stay 31 days.', 'number', '31'],
    ['Goods stay 3 days, or 12501.', 'number', '12501'],
    ['According to § 13 there is a fee.', 'number', '13'],
    ['It costs 1250.51 euros.', 'number', '1250.51'],
    ['Goods stay 30.000 days.', 'number', '30.000'],
    ['It weighs 12.5 kg.', 'number', '12.5'],
    ['Due on 4 March 2024.', 'date', '4 March 2024'],
    ['Due on 3 March 2025.', 'date', '3 March 2025'],
    ['Due on 2024-03-04.', 'date', '2024-03-04'],
    ['Fällig am 3. April 2024.', 'date', '3. April 2024'],
  ])('%s', (statement, kind, said) => expect(missing(statement)).toEqual({ kind, said }));

  test('a modal verb is no month, and a place in a provision no number', () => {
    expect(missing('§ 5 may be waived.')).toBeUndefined();
    expect(missing('Nach § 5 Abs. 2 Nr. 7 gilt das.')).toBeUndefined();
  });
});

describe('a quote', () => {
  test.each([
    ['“Rejected goods are kept for 30 days.”', true],
    ['Rejected goods are kept for 30 days.', true],
    ['§ 12 Returns: "Rejected goods are kept for 30 days"', true],
    ['Never: "Rejected goods are kept for 30 days"', false],
    ['Goods are kept for 30 days, rejected.', false],
  ])('%s: %s', (statement, isQuote) =>
    expect(checkStatement(statement, [source]).isQuote).toBe(isQuote),
  );

  const part = [fc.nat(source.text.length - 1), fc.integer({ min: 1, max: 80 })] as const;
  property('is any part of the source', [...part], (from, length) => {
    const words = source.text.slice(from, from + length);
    fc.pre(/[\p{L}\p{N}]/u.test(words));
    expect(checkStatement(`„${words}“`, [source]).isQuote).toBe(true);
  });
});

test('a quote may run over neighbouring texts', () => {
  const list = ['Keep:', '1. rice and', '2. tea.'].map((text) => ({ text, context: '' }));
  expect(checkStatement('Keep:\n1. rice and\n2. tea.', list).isQuote).toBe(true);
});

test('nothing cited holds nothing', () => {
  expect(checkStatement('"Goods"', []).missing?.kind).toBe('quote');
  expect(checkStatement('5 goods', []).missing?.kind).toBe('number');
});

test.each(['1', '"', '1 March ', '1.', '12 500 ', '„a', '§ 5 Abs. 2 '])(
  'takes time in proportion to many of %j',
  async (piece) => {
    const check = (count: number) =>
      checkStatement(piece.repeat(count), [{ text: piece.repeat(count), context: '' }]);
    expect(await cpuGrowth(check, 300)).toBeLessThan(20);
  },
);
