import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { cpuGrowth } from '../../../test/support/cpu-growth.js';
import { phraseKey } from './phrase-key.js';
import { packed, unpacked, wordIn, type WordGroup } from './thesaurus-file.js';
import { Thesaurus, thesaurusOf } from './thesaurus.js';

const none: number[] = [];

/** Words of one list, as a thesaurus that was written and read. */
function made(groups: readonly WordGroup[]): Thesaurus {
  return new Thesaurus(unpacked(packed(groups, 'de')), 'de');
}

describe('the shipped data', () => {
  test.each([
    ['de', 'behalten', 'aufbewahren'],
    ['de', 'gestohlen', 'entwenden'],
    ['de', 'Handys', 'Mobiltelefon'],
    ['de', 'wegwerfen', 'entsorgen'],
    ['de', 'Röntgenbilder', 'Röntgenaufnahme'],
    ['en', 'boats', 'vessel'],
    ['en', 'attorney', 'lawyer'],
    ['en', 'throwing away', 'discard'],
  ] as const)('of "%s" "%s" has "%s"', (language, word, other) => {
    expect(
      thesaurusOf(language)
        .of(word)
        .map(({ word }) => word),
    ).toContain(other);
  });

  test.each(['de', 'en'] as const)(
    'is sorted by the keys that words have today (%s)',
    (language) => {
      const { text, lines } = unpacked(
        readFileSync(new URL(`./data/${language}.br`, import.meta.url)),
      );
      const all = text.toString().trimEnd().split('\n');
      const stale = all.filter(
        (line) => line !== `${phraseKey(wordIn(line), language)}\t${wordIn(line)}`,
      );
      // Otherwise: scripts/thesaurus.ts makes the file again.
      expect(stale).toEqual([]);
      expect(lines.length).toBe(all.length + 1);
    },
  );
});

test('a word leads to those of its groups, whole, and to broader ones less', () => {
  const list = made([
    { words: ['Kahn', 'Schute'], broader: [1] },
    { words: ['Boot', 'Wasserfahrzeug'], broader: none },
  ]);
  expect(list.of('Schuten')).toEqual([
    { word: 'Kahn', share: 1 },
    { word: 'Boot', share: 0.5 },
    { word: 'Wasserfahrzeug', share: 0.5 },
  ]);
  expect(list.of('Boot')).toEqual([{ word: 'Wasserfahrzeug', share: 1 }]);
  expect(list.of('Flugzeug')).toEqual([]);
});

test('a word of several senses leads to each less surely', () => {
  const list = made([
    { words: ['Bank', 'Kreditinstitut'], broader: none },
    { words: ['Bank', 'Sitzmöbel'], broader: none },
  ]);
  const [first, second] = list.of('Bank');
  expect(first?.share).toBe(second?.share);
  expect(first?.share).toBeLessThan(1);
});

test('what is a form of another word counts less', () => {
  const list = made([
    { words: ['behalten', 'aufheben'], broader: none },
    { words: ['Behälter', 'Gefäß'], broader: none },
  ]);
  expect(list.of('behalten').map(({ word }) => word)).toEqual(['aufheben', 'Gefäß']);
});

test('every two words of a group lead to each other, however many groups there are', () => {
  const word = fc.stringMatching(/^[A-ZÄa-zäöüß]{1,9}(?: [a-zß]{1,5})?$/);
  const groups = fc.array(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), { maxLength: 8 });
  fc.assert(
    fc.property(groups, (lists) => {
      const thesaurus = made(lists.map((words) => ({ words, broader: none })));
      for (const [first = '', ...others] of lists) {
        const found = thesaurus.of(first).map(({ word }) => word);
        const expected = others.filter((each) => phraseKey(each, 'de') !== phraseKey(first, 'de'));
        expect(found).toEqual(expect.arrayContaining(expected));
        expect(found).not.toContain(first);
      }
    }),
  );
});

test('a look-up takes no longer than its text is', async () => {
  const list = thesaurusOf('de');
  expect(await cpuGrowth((size) => list.of('aufbewahren '.repeat(size)), 2_000)).toBeLessThan(24);
  expect(await cpuGrowth((size) => list.of('n'.repeat(size)), 20_000)).toBeLessThan(24);
});
