import { actsIn, findAct, withAbbreviations } from './find-act.js';

const acts = [
  { id: 'g', title: 'Gesetz zum Schutz (StrlSchG)', path: 'strlschg.md' },
  { id: 'v', title: 'Verordnung zum Schutz (StrlSchV 2018)', path: 'strlschv_2018.md' },
  { id: 'o', title: 'Harbour Ordinance', path: 'harbour.md' },
  { id: 's', title: 'Verordnung über die Speicher (Speicherverordnung - SpVO)', path: 's.md' },
];

describe('the act that is named', () => {
  test.each([
    ['StrlSchG', 'g'],
    ['strlschg', 'g'],
    ['Strahlenschutzgesetz', 'g'],
    ['Strahlenschutzverordnung', 'v'],
    ['StrlSchV', 'v'],
    ['StrlSchV 2018', 'v'],
    ['the Harbour Ordinance', 'o'],
    ['Speicherverordnung', 's'],
    ['SpVO', 's'],
    ['Atomgesetz', undefined],
    ['Strahlenschutzrichtlinie', undefined],
    ['Verordnung', undefined],
    ['', undefined],
  ])('%s', (name, id) => expect(findAct(name, acts)?.id).toBe(id));

  test('is none when two could be meant', () => {
    const twice = [...acts, { id: 'x', title: 'Other (StrlSchG)', path: 'x.md' }];
    expect(findAct('StrlSchG', twice)).toBeUndefined();
  });
});

test.each([
  ['Was steht im strlschg?', ['g']],
  ['wegen des Strahlenschutzgesetzes und der SpVO', ['g', 's']],
  ['in the harbour ordinance', ['o']],
  ['über die Speicher', []],
  ['Gesetz', []],
])('in "%s" are named %j', (text, ids) => {
  const found = actsIn(text, acts).map(({ id }) => id);
  expect(found.sort()).toEqual(ids);
});

test('abbreviations are written as they are', () => {
  const known = [{ title: '', abbreviation: 'StrlSchV 2018', path: '' }];
  expect(withAbbreviations('§ 5 strlschv, STRLSCHV-1', known)).toBe('§ 5 StrlSchV, STRLSCHV-1');
});
