import { cpuGrowth } from '../../test/support/cpu-growth.js';
import { contentWords, languageOf, wordsOf } from './question-language.js';
import { sentencesOf } from './sentences.js';
import { synonymsOf, stemOf, coverage } from './words.js';

describe('words', () => {
  it.each([
    ['How long are goods kept?', ['long', 'goods', 'kept'], 'en'],
    ['Wie lange muss ich Belege aufbewahren?', ['lange', 'belege', 'aufbewahren'], 'de'],
    ['Röntgengerät', ['röntgengerät'], 'de'],
    ['Wer unterschreibt?', ['unterschreibt'], 'de'],
    ['1.250 kg', ['1250', 'kg'], 'en'],
    ['', [], 'en'],
  ])('of "%s" say something: %j (%s)', (text, words, language) => {
    expect(contentWords(text)).toEqual(words);
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ['en', 'created creates creating'],
    ['en', 'queries query'],
    ['de', 'Pflicht Pflichten'],
    ['de', 'Häuser Haus'],
    ['de', 'Verstöße Verstoß'],
  ] as const)('%s: %s meet in one stem', (language, forms) => {
    expect(new Set(forms.split(' ').map((form) => stemOf(form, language))).size).toBe(1);
  });

  it('are read in time in proportion to their length', async () => {
    const stems = (size: number) => wordsOf('y'.repeat(size)).map((word) => stemOf(word, 'en'));
    expect(await cpuGrowth(stems, 20_000)).toBeLessThan(20);
  });
});

it('sentences do not end at abbreviations', () => {
  const text = 'Nach § 7 Abs. 1 Nr. 2 gilt z. B. dies. Am 3. Mai war es so. Danach jenes.';
  const sentences = ['Nach § 7 Abs. 1 Nr. 2 gilt z. B. dies.', 'Am 3. Mai war es so.'];
  expect(sentencesOf(text, 'de')).toEqual([...sentences, 'Danach jenes.']);
});

it('words of a group stand for each other in any form', () => {
  const groups = [['Barge', 'Lighter']];
  expect(synonymsOf(groups, 'barges', 'en')).toEqual(['Lighter']);
  expect(synonymsOf(groups, 'boat', 'en')).toEqual([]);
});

describe('coverage', () => {
  const text = 'Forklifts are charged at the charging stations in hall 2; smoking is forbidden.';

  it('is whole where a text has all words that say something, in any form', () => {
    expect(coverage('Where is a forklift charged, and may I be smoking?', text)).toBeGreaterThan(
      0.9,
    );
  });

  it('is nothing where it has none, or nothing is asked', () => {
    expect(coverage('Which invoices are overdue?', text)).toBe(0);
    expect(coverage('what about this?', text)).toBe(0);
    expect(coverage('', text)).toBe(0);
  });

  it('takes one short word for no question, and grows with the words that the text has', () => {
    expect(coverage('hall?', text)).toBeLessThan(0.5);
    const half = coverage('forklift and invoice', text);
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(1);
  });

  it('reads German, where words are parts of others', () => {
    const german = 'Gabelstapler werden nur an den Ladestationen in Halle 2 geladen.';
    expect(coverage('Wo ist die Ladestation für Gabelstapler?', german)).toBeGreaterThan(0.7);
  });
});
