import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitClauses } from './split-clauses.js';

const LONG =
  'Find the cheapest flight from Hamburg to Oslo for Friday and reserve a table in a good restaurant there, then send the whole plan to Ada. She is waiting.';

describe('splitClauses', () => {
  test('at the ends of sentences, at commas and at joining words, where enough is said', () => {
    expect(splitClauses(LONG)).toEqual([
      'Find the cheapest flight from Hamburg to Oslo for Friday',
      'and reserve a table in a good restaurant there,',
      'then send the whole plan to Ada.',
      'She is waiting.',
    ]);
  });

  test('lines stand apart, and what says little is joined to the part before it', () => {
    const list = `I need the following for our meeting on Monday, please:
1. the sales figures of last year
2. a room with a screen, and coffee`;
    expect(splitClauses(list).slice(1)).toEqual([
      '1. the sales figures of last year',
      '2. a room with a screen, and coffee',
    ]);
  });

  test.each(['Book a flight, then a hotel.', 'word '.repeat(40), ''])(
    'none of a short message or of a single clause: %j',
    (message) => {
      expect(splitClauses(message)).toEqual([]);
    },
  );

  test('all words of what is read, in order, in eight clauses at most', () => {
    const words = fc.constantFrom('send', 'plan,', 'now.', 'and', 'then', 'ACME-1', '\n', 'größer');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 200 }), (chosen) => {
        const message = chosen.join(' ');
        const clauses = splitClauses(message);
        expect(clauses.length).toBeLessThanOrEqual(8);
        if (clauses.length > 0)
          expect(clauses.join(' ').split(/\s+/)).toEqual(message.trim().split(/\s+/));
      }),
    );
  });
});
