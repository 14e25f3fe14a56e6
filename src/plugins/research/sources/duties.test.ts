import { expect, test } from '@jest/globals';
import type { Block } from '../../../knowledge/blocks.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { Library, OpeningNames } from '../extract/library.js';
import { withDefaults } from '../options.js';
import { newState } from '../state-reader.js';
import type { DutyFinding, DutyPart } from '../state.js';
import { dutiesPart } from './duties.js';

const LINES = [
  '# Gesetz (PrüfG)',
  '# § 3 Prüfung',
  '(1) Wer prüft.',
  '(2) In drei Monaten.',
  '# § 4 Frei',
  'Nichts.',
];
const blocks = LINES.map((text, position): Block => {
  const under = LINES.slice(0, position).findLast((line) => line.startsWith('# §'));
  const isHeading = text.startsWith('# ');
  return {
    id: `b${position}`,
    position,
    kind: isHeading ? 'heading' : 'paragraph',
    headingPath: isHeading || under === undefined ? [] : [under.slice(2)],
    text: text.replace('# ', ''),
  };
});
const library = new Library(
  {
    documents: () => Promise.resolve([{ id: 'law', title: 'Gesetz' } as StoredDocument]),
    blocks: (_, from, limit) => Promise.resolve(blocks.slice(from, from + limit)),
  },
  new OpeningNames(),
);
const at = (part: DutyPart, blockId: string) => {
  return { part, documentId: 'law', blockId, blockIds: [blockId] };
};
const duty = (heading: string, found: DutyFinding['found']): DutyFinding => {
  return { documentId: 'law', document: 'Gesetz', heading, found, searched: ['Gesetz'] };
};
const state = newState({ query: 'Frage', kb: 'k', options: withDefaults({}) });
const sources = [
  { number: 7, documentId: 'law', document: 'Gesetz', blockId: 'b2', quote: '', contextTier: 1 },
] as const;

test('says of each duty which parts were found, where, and which were not', async () => {
  const duties = [
    duty('Gesetz › § 3 Prüfung', [at('who', 'b2'), at('deadline', 'b3')]),
    duty('Gesetz › § 4 Frei', []),
  ];
  expect((await dutiesPart({ ...state, duties }, sources, library, 'de'))?.items).toEqual([
    '§ 3 Prüfung: wer § 3 Abs. 1 PrüfG [7]; Frist § 3 Abs. 2 PrüfG. Nicht gefunden: Ausnahme, Folge (gelesen: die Vorschrift selbst und alle Stellen, die sie nennen, in „Gesetz“).',
    '§ 4 Frei: Nicht gefunden: wer, Frist, Ausnahme, Folge (gelesen: die Vorschrift selbst und alle Stellen, die sie nennen, in „Gesetz“).',
  ]);
});

test('is nothing where no duty was looked for', async () => {
  expect(await dutiesPart(state, sources, library, 'en')).toBeUndefined();
});
