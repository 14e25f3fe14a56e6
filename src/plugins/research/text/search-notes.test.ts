import { expect, test } from '@jest/globals';
import { underWay } from '../../../knowledge/retrieval/search.js';
import { searchNotes } from './search-notes.js';

const fault = 'Searched by words only: connect ECONNREFUSED 10.0.0.3:8080';

test.each([
  ['of a search that did all', 0, [], 0],
  ['of documents that are being read', 3, [], 1],
  ['of a part that was away', 0, [fault], 1],
  ['of both', 1, [fault], 2],
])('tells %s in the language of the research', (_name, beingRead, faults, count) => {
  const notes = [...faults, ...underWay({ beingRead })];
  const answer = { beingRead, notes, leftOut: [] };
  const [german, english] = [searchNotes(answer, 'de'), searchNotes(answer, 'en')];
  expect([german.length, english.length]).toEqual([count, count]);
  expect(german.filter((note) => english.includes(note))).toEqual([]);
  // What is said to models, and where services stand, is not for the report.
  expect([...german, ...english].join(' ')).not.toMatch(/Say so|ECONN|10\.0/);
});

test('says the same of any number of documents, so that it stands in the report once', () => {
  const told = [1, 2, 7].flatMap((beingRead) =>
    searchNotes({ beingRead, notes: underWay({ beingRead }), leftOut: [] }, 'en'),
  );
  expect(new Set(told).size).toBe(1);
});
