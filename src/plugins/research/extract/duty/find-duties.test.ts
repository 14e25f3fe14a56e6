import { describe, expect, test } from '@jest/globals';
import type { Block } from '../../../../knowledge/blocks.js';
import type { StoredDocument } from '../../../../knowledge/document.model.js';
import type { Passage } from '../../../../knowledge/retrieval/search.js';
import type { StepTools } from '../../research-step.js';
import { Library, OpeningNames } from '../library.js';
import type { ResearchLanguage } from '../../state.js';
import { termsOf } from '../../text/terms.js';
import { findDuties } from './find-duties.js';

const ACT = [
  '# Gesetz über Leuchtfeuer (LeuchtFG)',
  '## § 3 Genehmigung',
  'Wer ein Leuchtfeuer betreibt, braucht eine Genehmigung.',
  '## § 9 Bußgeldvorschriften',
  '(1) Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig',
  '1. einer Rechtsverordnung nach § 5 zuwiderhandelt,',
  '2. entgegen § 3 ein Leuchtfeuer betreibt oder',
  '3. entgegen § 4 eine Mitteilung nicht macht.',
  '(2) Die Ordnungswidrigkeit kann mit einer Geldbuße bis zu tausend Euro geahndet werden.',
  '(3) Zuständig für § 3 ist das Amt.',
];
const ORDER = [
  '# Verordnung (LeuchtV)',
  '## § 7 Ordnungswidrigkeiten',
  'Ordnungswidrig handelt, wer',
  '1. entgegen § 3 LeuchtFG leuchtet,',
  '2. entgegen § 3 nicht misst.',
];

/** Documents of lines, the first words of which say whether they are headings. */
function toolsOf(documents: Readonly<Record<string, readonly string[]>>) {
  const blocksOf = (id: string): Block[] => {
    const path: string[] = [];
    return (documents[id] ?? []).map((line, position) => {
      const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(line) ?? [];
      if (marks !== '') path.length = marks.length - 1;
      const headingPath = [...path];
      if (marks !== '') path.push(title);
      const kind = marks === '' ? ('paragraph' as const) : ('heading' as const);
      return { id: `${id}-${position}`, position, kind, headingPath, text: title || line };
    });
  };
  const tools = {
    documents: async () =>
      Object.keys(documents).map((id) => {
        return { id, title: blocksOf(id)[0]?.text ?? '', fileName: id } as StoredDocument;
      }),
    blocks: async (id: string, from: number, limit: number) =>
      blocksOf(id).slice(from, from + limit),
    search: async () => {
      const fines = Object.keys(documents).flatMap((documentId) =>
        blocksOf(documentId)
          .filter(({ text }) => text.startsWith('(1) Ordnungs') || text.startsWith('Ordnungs'))
          .map(
            ({ headingPath, text }) => ({ documentId, headingPath, text }) as unknown as Passage,
          ),
      );
      return { passages: fines, notes: [], documents: 1, beingRead: 0 };
    },
  } as unknown as Pick<StepTools, 'documents' | 'blocks' | 'search'>;
  return { tools, library: new Library(tools, new OpeningNames()) };
}

const permit = { documentId: 'act', section: '3', relevance: 1 };

/** What is found for a question, as quotes of each part. */
async function found(
  documents: Parameters<typeof toolsOf>[0],
  provisions = [permit],
  {
    question = 'Wer braucht eine Genehmigung?',
    language = 'de',
  }: { question?: string; language?: ResearchLanguage } = {},
) {
  const terms = termsOf(question, language);
  const search = { ...toolsOf(documents), terms, language };
  const { evidence, findings } = await findDuties(provisions, search);
  const of = (role: string) => evidence.filter((each) => each.role === role);
  return { of, quotes: (role: string) => of(role).map(({ quote }) => quote), findings };
}

describe('what follows from a breach', () => {
  test('is each clause that names the provision, with the words it continues, and the amount', async () => {
    const { of, quotes } = await found({ act: ACT });
    expect(quotes('sanction')).toEqual([
      '(1) Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig … 2. entgegen § 3 ein Leuchtfeuer betreibt',
      ACT[8],
    ]);
    expect(of('sanction')[0]).toMatchObject({ reference: '§ 3', blockIds: ['act-4', 'act-6'] });
  });

  test('in another document only where that names the law', async () => {
    const { quotes } = await found({ act: ACT.slice(0, 3), order: ORDER });
    expect(quotes('sanction')).toEqual([
      'Ordnungswidrig handelt, wer\n1. entgegen § 3 LeuchtFG leuchtet',
    ]);
  });

  test('is nothing for other sections, and for none', async () => {
    expect((await found({ act: ACT }, [{ ...permit, section: '8' }])).quotes('sanction')).toEqual(
      [],
    );
    expect((await found({ act: ACT }, [])).findings).toEqual([]);
  });
});

const DUTY = [
  '# Gesetz über Leuchtfeuer (LeuchtFG)',
  '## § 3 Prüfung',
  '(1) Der Betreiber hat das Leuchtfeuer innerhalb von drei Monaten zu prüfen, wenn',
  '1. es neu ist oder',
  '2. es versetzt wurde.',
  '(2) Absatz 1 gilt nicht für Leuchtfeuer ohne Strom.',
  '## § 7 Zuständigkeit',
  'Das Hafenamt ist zuständig für',
  '1. die Prüfung nach § 3 und',
  '2. die Karten nach § 6.',
  '## § 8 Kleine Häfen',
  'Abweichend von § 3 Absatz 1 prüft in kleinen Häfen der Lotse. Abweichend von § 5 ist § 3 zu beachten.',
  '## § 12 Übergang',
  'Die Frist nach § 3 endet für alte Leuchtfeuer am 1. Januar 2030.',
];

describe('the parts of a duty', () => {
  const question = 'Wer muss ein Leuchtfeuer prüfen?';

  test('are what the provision says and what other clauses say of it by its number', async () => {
    const { quotes, findings } = await found({ act: DUTY }, [permit], { question });
    expect(quotes('who')).toEqual([
      `${DUTY[2]}\n1. es neu ist oder\n2. es versetzt wurde.`,
      'Das Hafenamt ist zuständig für\n1. die Prüfung nach § 3',
    ]);
    expect(quotes('deadline')).toEqual([
      `${DUTY[2]}\n1. es neu ist oder\n2. es versetzt wurde.`,
      DUTY[13],
    ]);
    expect(quotes('exception')).toEqual([
      DUTY[5],
      'Abweichend von § 3 Absatz 1 prüft in kleinen Häfen der Lotse.',
    ]);
    expect(findings).toMatchObject([
      { heading: 'Gesetz über Leuchtfeuer (LeuchtFG) › § 3 Prüfung' },
    ]);
    expect(findings[0]?.found.map(({ part }) => part)).not.toContain('sanction');
  });

  test('are found in English', async () => {
    const act = [
      '# Beacons Act',
      '## Section 3 Inspection',
      '(1) The owner must inspect a beacon within three months.',
      '(2) Subsection (1) does not apply to beacons without power.',
      '## Section 9 Offences',
      'Who acts contrary to section 3 commits an offence and pays a fine of up to 500 EUR.',
      '## Section 10 Competence',
      'The harbour office is competent for inspections under section 3.',
      '## Section 11 Small harbours',
      'Notwithstanding section 3, the pilot inspects in small harbours.',
    ];
    const { quotes } = await found({ act }, [permit], {
      question: 'Who must inspect a beacon?',
      language: 'en',
    });
    expect(quotes('who')).toEqual([act[2], act[7]]);
    expect(quotes('deadline')).toEqual([act[2]]);
    expect(quotes('exception')).toEqual([act[3], act[9]]);
    expect(quotes('sanction')).toEqual([act[5]]);
  });

  test('are found of each provision that a clause names, once as evidence', async () => {
    const act = [
      '# Gesetz (LG)',
      '## § 3 Prüfung',
      'Der Betreiber muss prüfen.',
      '## § 4 Anzeige',
      'Der Betreiber muss den Bau anzeigen.',
      '## § 9 Bußgeld',
      'Ordnungswidrig handelt, wer entgegen § 3 oder § 4 handelt.',
    ];
    const both = [permit, { ...permit, section: '4' }];
    const { quotes, findings } = await found({ act }, both);
    expect(quotes('sanction')).toEqual([act[6]]);
    expect(findings.map((each) => each.found.map(({ part }) => part))).toEqual([
      ['who', 'sanction'],
      ['who', 'sanction'],
    ]);
  });

  test('belong to a provision that lays a duty on somebody', async () => {
    const act = ['# Gesetz (G)', '## § 3 Zweck', 'Das Gesetz dient der Sicherheit.'];
    expect((await found({ act })).findings).toEqual([]);
  });
});
