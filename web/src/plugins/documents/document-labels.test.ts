import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { DocumentBlock, DocumentItem } from './api.js';
import { shareOf, uploadWords } from './uploads.js';
import { byBase, groupsOf, sizeWords } from './document-labels.js';

test.each([
  [812, '812 bytes'],
  [1200, '1.2 kB'],
  [999_700, '1.0 MB'],
  [25_000_000, '25 MB'],
])('%d is %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));

const kinds = ['heading', 'paragraph', 'list_item', 'table_row', 'code'] as const;
const blocks = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), turn: fc.boolean() }))
  .map((made) => {
    let page = 1;
    return made.map(({ kind, turn }, position): DocumentBlock => {
      if (turn) page += 1;
      return { block_id: `${position}`, position, kind, heading_path: [], page, text: 't' };
    });
  });

test('every block is drawn once, in order, and every page is said where it begins', () =>
  holds([blocks], (given) => {
    const groups = groupsOf(given);
    expect(groups.flatMap((group) => group.blocks)).toEqual(given);
    const pages = [...new Set(given.map(({ page }) => page))];
    expect(groups.flatMap(({ newPage }) => newPage ?? [])).toEqual(pages);
    for (const group of groups) expect(new Set(group.blocks.map(({ kind }) => kind)).size).toBe(1);
  }));

test('the default knowledge base comes first, then the others by name', () => {
  const of = (kb_id: string) => ({ kb_id }) as DocumentItem;
  const bases = byBase([of('b'), of('a'), of('default_kb'), of('b')]);
  const sizes = bases.map(([name, items]) => `${name} ${items.length}`);
  expect(sizes).toEqual(['default_kb 1', 'a 1', 'b 2']);
});

test('an upload says how far it is', () => {
  const document = { state: 'embedding', chunk_count: 8, embedded_count: 2 } as DocumentItem;
  const upload = { key: 'k', name: 'n', state: 'reading', document } as const;
  expect(shareOf(upload)).toBe(0.25);
  expect(uploadWords(upload)).toBe('Searchable by words; by meaning 2 of 8');
  expect(uploadWords({ ...upload, state: 'refused', reason: 'Empty.' })).toBe('Empty.');
});
