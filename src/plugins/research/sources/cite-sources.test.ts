import type { Block } from '../../../knowledge/chunks.js';
import { Library, OpeningNames } from '../extract/library.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import type { ReportSource, ResearchLanguage } from '../state.js';
import { citeSources } from './cite-sources.js';
import type { CitedBlock } from './link-statements.js';
import { explainSources } from './explain-sources.js';

const LINES = [
  '(1) Das gilt. Wer misst, hat aufzuzeichnen:',
  '1. den Anlass der Messung,',
  '2. das Datum oder',
  '3. den Ort der Messung.',
  '(2) Die Messung ist zu wiederholen.',
];
const headings = ['Verordnung (MessV)', '§ 4 Aufzeichnung'];
const blocks = [...headings, ...LINES].map((text, position): Block => {
  const kind = position < 2 ? 'heading' : 'paragraph';
  return { id: `b${position - 2}`, position, kind, headingPath: headings.slice(0, position), text };
});

/** A library of these documents, which all have these blocks. */
const libraryOf = (documents: StoredDocument[], all: readonly Block[]) => {
  const blocksFrom = async (_: string, from: number, limit: number) =>
    all.slice(from, from + limit);
  return new Library({ documents: async () => documents, blocks: blocksFrom }, new OpeningNames());
};
const STATEMENT = 'Wer misst, hat Anlass, Datum und Ort aufzuzeichnen.';

/** The sources of a statement which rests on these blocks. */
async function cited(...at: number[]) {
  const place = { documentId: 'd', document: 'Verordnung', heading: '§ 4' };
  const rested = at.map((each): CitedBlock => {
    return { id: `b${each}`, text: LINES[each] ?? '', ...place, evidence: [1], contextTier: 1 };
  });
  const sections = [{ heading: 'Antwort', statements: [{ text: STATEMENT, blocks: rested }] }];
  const linked = await citeSources(sections, libraryOf([], blocks), 'de');
  const numbers = linked.sources.map(({ number }) => number);
  expect(linked.sections[0]?.statements[0]?.sources).toEqual(numbers);
  return linked.sources.map(({ place, quote, blockId }) => ({ place, quote, blockId }));
}

test('an item is cited as people cite it, and quoted with the words before its list', async () => {
  const quote = 'Wer misst, hat aufzuzeichnen: … 2. das Datum';
  const place = '§ 4 Abs. 1 S. 2 Nr. 2 MessV';
  expect(await cited(0, 2)).toEqual([{ place, quote, blockId: 'b2' }]);
  expect(await cited(4)).toEqual([{ place: '§ 4 Abs. 2 MessV', quote: LINES[4], blockId: 'b4' }]);
});

test('many items of a list are cited by the words before it, which are quoted with them', async () => {
  const quote = LINES.slice(0, 4).join(' ').slice(14);
  const place = '§ 4 Abs. 1 S. 2 MessV';
  expect(await cited(0, 1, 2, 3)).toEqual([{ place, quote, blockId: 'b0' }]);
});

test('a source that is gone stays as it was', async () =>
  expect(await cited(9)).toEqual([{ place: undefined, quote: '', blockId: 'b9' }]));

describe('explanations', () => {
  /** One document of lines; `## ` begins the heading of a provision. */
  function actOf(lines: readonly string[]) {
    const [title = ''] = lines;
    let heading = '';
    const blocks = lines.map((text, position): Block => {
      const isHeading = position === 0 || text.startsWith('## ');
      if (isHeading && position > 0) heading = text.slice(3);
      const headingPath = position === 0 ? [] : isHeading ? [title] : [title, heading];
      const kind = isHeading ? 'heading' : 'paragraph';
      return { id: `b${position}`, position, kind, headingPath, text: text.replace('## ', '') };
    });
    return libraryOf([{ id: 'act', title, fileName: 'act.md' } as StoredDocument], blocks);
  }

  /** What explains a block of the lines, as "words | place | quote" with an arrow for each level. */
  async function explained(
    lines: readonly string[],
    at: number,
    language: ResearchLanguage = 'de',
  ) {
    const quote = lines[at] ?? '';
    const source = { number: 1, documentId: 'act', document: 'act', contextTier: 1 } as const;
    const sources: ReportSource[] = [{ ...source, blockId: `b${at}`, quote }];
    const given = { library: actOf(lines), question: 'Wer prüft? Who pays?', language };
    const [only] = await explainSources(sources, given);
    return (only?.explains ?? []).map(({ words, place, quote: said, level }) => {
      return `${'>'.repeat(level)} ${words} | ${place} | ${said}`;
    });
  }

  const ACT = [
    'Gesetz über Leuchtfeuer (LeuchtFG)',
    '## § 2 Begriffsbestimmungen',
    '(1) Leuchtfeuer: Ein Licht, das',
    '1. Schiffen dient und',
    '2. fest steht.',
    '(2) Betreiber: Wer ein Leuchtfeuer unterhält.',
    '## § 3 Prüfung',
    '(1) Der Betreiber prüft in der Frist nach Satz 2 das Licht. Die Frist ist ein Jahr nach der Anzeige nach § 7 Absatz 2.',
    '(2) Absatz 1 Satz 1 gilt nicht für Bojen im Sinne des § 4.',
    '## § 4 Bojen',
    'Eine Boje schwimmt. Sie ist rot.',
    '## § 7 Anzeige',
    '(1) Angezeigt wird der Bau.',
    '(2) Die Anzeige geht an das Amt.',
  ];

  test('words that a quote refers to are told with their place, two levels deep', async () => {
    expect(await explained(ACT, 7)).toEqual([
      '> § 7 Absatz 2 | § 7 Abs. 2 LeuchtFG | (2) Die Anzeige geht an das Amt.',
    ]);
    expect(await explained(ACT, 8)).toEqual([
      '> Absatz 1 Satz 1 | § 3 Abs. 1 S. 1 LeuchtFG | (1) Der Betreiber prüft in der Frist nach Satz 2 das Licht.',
      '>> Satz 2 | § 3 Abs. 1 S. 2 LeuchtFG | Die Frist ist ein Jahr nach der Anzeige nach § 7 Absatz 2.',
      '> § 4 | § 4 S. 1 LeuchtFG | Eine Boje schwimmt.',
    ]);
  });

  test('a number comes with the words before its list', async () => {
    const list = ['(1) Wer betreibt, prüft', '1. Lampen und', '2. Türme.'];
    const cites = '(2) In den Fällen des Absatzes 1 Nummer 2 hilft das Amt.';
    const told =
      '> Absatzes 1 Nummer 2 | § 3 Abs. 1 Nr. 2 LG | (1) Wer betreibt, prüft … 2. Türme.';
    expect(await explained(['Gesetz (LG)', '## § 3 Prüfung', ...list, cites], 5)).toEqual([told]);
  });

  test('English provisions are read by their brackets', async () => {
    const lines = [
      'Harbour Act',
      '## Section 2 Terms',
      '(1) a berth is a place at a quay;',
      '(2) the season is the summer.',
      '## Section 3 Moorings',
      '(1) The holder pays for a berth.',
      '(2) Subsection (1) does not apply in winter.',
    ];
    const [only] = await explained(lines, 6, 'en');
    expect(only).toBe('> Subsection (1) | § 3(1) | (1) The holder pays for a berth.');
  });
});
