import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { cpuMs } from '../../../test/support/cpu-growth.js';
import { splitClauses, withClauses } from './clauses.js';

describe('splitClauses', () => {
  const oslo = [
    'Find a flight to Oslo on Friday,',
    'reserve a table for two there.',
    'Then translate the letter of our landlord.',
  ];
  const liste = [
    'Liste alle offenen Vorgänge auf,',
    'ja, und schließe die alten;',
    'sag danach dem Team im Kanal Bescheid.',
  ];
  const told = (clauses: string[]) => clauses.map((clause) => clause.replace(/,$/, ''));
  it.each([
    [oslo.join(' '), told(oslo)],
    [liste.join(' '), told(liste)],
    ['cancel order 4711, tell Bob', []],
    [`one long need that goes on ${'and on '.repeat(20)}`, []],
  ])('%j', (message, clauses) => expect(splitClauses(message)).toEqual(clauses));

  it('answers at most eight, of at least two, and loses no word', async () => {
    const words = fc.array(fc.constantFrom('order', 'mail.', 'now,', 'Bob;', 'la\n', '東京。'));
    await holds([words], (all) => {
      const message = all.join(' ');
      const clauses = splitClauses(message);
      expect(clauses).not.toHaveLength(1);
      expect(clauses.length).toBeLessThanOrEqual(8);
      const letters = (text: string): string => text.replace(/[\s,]/gu, '');
      if (clauses.length > 0 && message.length <= 2_000)
        expect(letters(clauses.join())).toBe(letters(message));
    });
  });

  it('reads only the head of a long text', async () =>
    expect(await cpuMs(() => splitClauses(', '.repeat(500_000)))).toBeLessThan(50));
});

it('withClauses mixes each rank with how near it is to the best of a clause', () => {
  const ranks = Float64Array.of(1, 0.5, 0);
  expect(withClauses(ranks, [])).toBe(ranks);
  // The best of the second clause counts as much as that of the first, which all fit better.
  const mixed = withClauses(ranks, [Float64Array.of(0.5, 1, 0.9), Float64Array.of(0.5, 0, 0.3)]);
  expect([...mixed].map((rank) => rank.toFixed(2))).toEqual(['0.80', '0.40', '-0.02']);
});
