import fc from 'fast-check';
import { thrownBy } from '../../test/support/refused.js';
import { holds } from '../../test/support/property.js';
import { closeNames, matchName, requireByName, searchWords, wordScore } from './names.js';

const names = ['Low Stock Alert', 'Low Stock Email', 'Orders', 'Orders by Customer', 'approve_po'];
const self = (name: string) => name;

describe('matchName', () => {
  test.each([
    ['Low Stock Alert', 'Low Stock Alert'],
    ['low stock ALERT', 'Low Stock Alert'],
    ['low-stock_alert', 'Low Stock Alert'],
    ['orders', 'Orders'],
    ['customer', 'Orders by Customer'],
    ['alert low', 'Low Stock Alert'],
    ['the Low Stock Alert rule', 'Low Stock Alert'],
    ['"approve PO"', 'approve_po'],
  ])('%s means %s', (wanted, expected) => {
    expect(matchName(names, wanted, self)).toEqual({ kind: 'one', item: expected });
  });

  test('a part of several names means all of them', () =>
    expect(matchName(names, 'low stock', self)).toEqual({
      kind: 'many',
      items: names.slice(0, 2),
    }));

  test.each(['', '  ', '""', 'invoices'])('%j means none', (wanted) => {
    expect(matchName(names, wanted, self)).toEqual({ kind: 'none' });
  });

  test('every unique name finds itself, however it is written', async () => {
    const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
    await holds([fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), fc.nat()], (all, pick) => {
      const wanted = all[pick % all.length] as string;
      const written = wanted.toUpperCase().replaceAll(' ', '_');
      expect(matchName(all, written, self)).toEqual({ kind: 'one', item: wanted });
    });
  });
});

test('closeNames puts a typo beside its name', () => {
  expect(closeNames(names, 'low stok alrt')[0]).toBe('Low Stock Alert');
  expect(closeNames(names, 'ordrs', 2)).toEqual(['Orders', 'Orders by Customer']);
});

describe('requireByName', () => {
  const words = { nameOf: self, noun: 'rule', listTool: 'list_rules' };
  const failure = (items: string[], wanted: string) =>
    thrownBy(() => requireByName(items, wanted, words));

  test('lists close names and where to look', () => {
    const error = failure(names, 'low stok alrt');
    expect(error.code).toBe('not_found');
    expect(error.message).toMatch(
      /^There is no rule named "low stok alrt"\. Close names: "Low Sto/,
    );
    expect(error.message).toContain('list_rules');
  });

  test('lists only the candidates when several fit', () => {
    const error = failure(names, 'stock');
    expect(error.message).toContain('"Low Stock Alert", "Low Stock Email"');
    expect(error.message).not.toContain('Orders');
  });

  test('says so when there is nothing to choose from', () =>
    expect(failure([], 'x').message).toBe('There is no rule named "x", and there are none yet.'));
});

it.each([
  ['Show me the orders about suppliers', ['show', 'order', 'supplier']],
  ['deliveries, boxes & statuses', ['deliveri', 'box', 'status']],
  ['is it blocked?', ['block']],
  ['purchase_orders.total_amount', ['purchas', 'order', 'total', 'amount']],
  ['the of and', []],
])('%s', (text, words) => expect(searchWords(text)).toEqual(words));

it('gives a text the full score for its own words, and never more than 1', () =>
  holds([fc.string(), fc.string()], (one, two) => {
    const words = searchWords(one);
    expect(wordScore(words, one)).toBe(words.length === 0 ? 0 : 1);
    expect(wordScore(words, two)).toBeLessThanOrEqual(1);
  }));

it('counts a part of a word half', () => {
  expect(wordScore(['stock', 'alert'], 'Stockout alert')).toBe(0.75);
  expect(wordScore(['stock'], 'st')).toBe(0);
});
