import { expect, test } from '@jest/globals';
import type { Block } from '../../../knowledge/blocks.js';
import { Library, OpeningNames } from '../extract/library.js';
import { citeSources } from './cite-sources.js';
import type { CitedBlock } from './link-statements.js';

const LINES = [
  '(1) Das gilt. Wer misst, hat aufzuzeichnen:',
  '1. den Anlass der Messung,',
  '2. das Datum oder',
  '3. den Ort der Messung.',
  '(2) Die Messung ist zu wiederholen.',
];
const blocks: Block[] = [
  { id: 'h0', position: 0, kind: 'heading', headingPath: [], text: 'Verordnung (MessV)' },
  {
    id: 'h1',
    position: 1,
    kind: 'heading',
    headingPath: ['Verordnung (MessV)'],
    text: '§ 4 Aufzeichnung',
  },
  ...LINES.map((text, at) => ({
    id: `b${at}`,
    position: at + 2,
    kind: 'paragraph' as const,
    headingPath: ['Verordnung (MessV)', '§ 4 Aufzeichnung'],
    text,
  })),
];
const tools = {
  documents: () => Promise.resolve([]),
  blocks: (_: string, from: number, limit: number) =>
    Promise.resolve(blocks.slice(from, from + limit)),
};
const STATEMENT = 'Wer misst, hat Anlass, Datum und Ort aufzuzeichnen.';

/** The sources of a statement which rests on these blocks. */
async function cited(...at: number[]) {
  const rested = at.map((each): CitedBlock => ({
    ...{ id: `b${each}`, documentId: 'd', document: 'Verordnung', heading: '§ 4' },
    ...{ text: LINES[each] ?? '', contextTier: 1, evidence: [1] },
  }));
  const sections = [{ heading: 'Antwort', statements: [{ text: STATEMENT, blocks: rested }] }];
  const linked = await citeSources(sections, new Library(tools, new OpeningNames()), 'de');
  expect(linked.sections[0]?.statements[0]?.sources).toEqual(
    linked.sources.map(({ number }) => number),
  );
  return linked.sources.map(({ place, quote, blockId }) => ({ place, quote, blockId }));
}

test('an item is cited as people cite it, and quoted with the words before its list', async () => {
  expect(await cited(0, 2)).toEqual([
    {
      place: '§ 4 Abs. 1 S. 2 Nr. 2 MessV',
      quote: 'Wer misst, hat aufzuzeichnen: … 2. das Datum',
      blockId: 'b2',
    },
  ]);
  expect(await cited(4)).toEqual([{ place: '§ 4 Abs. 2 MessV', quote: LINES[4], blockId: 'b4' }]);
});

test('many items of a list are cited by the words before it, which are quoted with them', async () => {
  expect(await cited(0, 1, 2, 3)).toEqual([
    { place: '§ 4 Abs. 1 S. 2 MessV', quote: LINES.slice(0, 4).join(' ').slice(14), blockId: 'b0' },
  ]);
});

test('a source that is gone stays as it was', async () => {
  expect(await cited(9)).toEqual([{ place: undefined, quote: '', blockId: 'b9' }]);
});
