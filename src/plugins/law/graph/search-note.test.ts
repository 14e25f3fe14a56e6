import { expect, test } from '@jest/globals';
import { noteOf } from './explorer-tools.js';

const node = (id: number, sourceId: string, document: string) => ({
  ...{ id, sourceId, document },
  nodeType: 'section',
  title: 'Berths',
});
const berths = node(1, '§ 12-3', 'Harbour Ordinance (Title 12 of the Town Code)');
const store = node(2, 'SpVO § 4', 'Verordnung über die Speicher (Speicherverordnung - SpVO)');

test.each([
  ['§ 12-3 of the Harbour Ordinance', undefined],
  ['berths in § 12-3', undefined],
  ['§ 4 Abs. 2 SpVO', undefined],
  ['§ 4 der Speicherverordnung', undefined],
  ['paragraph 4', undefined],
  ['berths', undefined],
  ['berths in 12-999', '§ 12-999'],
  ['§ 12-3 of the Market Ordinance', '§ 12-3 of the Market Ordinance'],
  ['§ 4 BGB', '§ 4 BGB'],
  ['§§ 4 und 5 SpVO', '5 SpVO'],
])('of "%s" is missing: %s', (search, missing) => {
  const note = noteOf(search, [berths, store]);
  expect(note?.split(', and these nodes')[0]).toBe(missing && `The graph does not have ${missing}`);
});

test('what is cited is missed before words are', () => {
  expect(noteOf('§ 4 BGB', [])).toMatch(/^The graph does not have § 4 BGB\. Say so/);
  expect(noteOf('airport', [])).toMatch(/^Nothing here is about this/);
});
