import { describe, expect, test } from '@jest/globals';
import type { Block } from '../../../knowledge/blocks.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { StepTools } from '../research-step.js';
import { Library, OpeningNames } from './library.js';
import { findSanctions } from './sanctions.js';

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

describe('what follows from a breach', () => {
  test('is each clause that names the provision, with the words it continues, and the amount', async () => {
    const found = await findSanctions([permit], toolsOf({ act: ACT }));
    expect(found.map(({ quote }) => quote)).toEqual([
      '(1) Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig … 2. entgegen § 3 ein Leuchtfeuer betreibt',
      ACT[8],
    ]);
    expect(found[0]).toMatchObject({ reference: '§ 3', blockIds: ['act-4', 'act-6'] });
  });

  test('in another document only where that names the law', async () => {
    const found = await findSanctions([permit], toolsOf({ act: ACT.slice(0, 3), order: ORDER }));
    expect(found.map(({ quote }) => quote)).toEqual([
      'Ordnungswidrig handelt, wer\n1. entgegen § 3 LeuchtFG leuchtet',
    ]);
  });

  test('is nothing for other sections, and for none', async () => {
    expect(await findSanctions([{ ...permit, section: '8' }], toolsOf({ act: ACT }))).toEqual([]);
    expect(await findSanctions([], toolsOf({ act: ACT }))).toEqual([]);
  });
});
