import { expect, test } from '@jest/globals';
import type { ReactElement } from 'react';
import { documentMove } from './open-document.js';

const move = (action: string, target: object) =>
  documentMove(
    { action, target: { ...target }, reason: 'r' },
    { DocumentPanel: () => null, MapPanel: () => null },
  );
/** What the panel of a move is given. */
const shown = (action: string, target: object) => {
  const found = move(action, target);
  if (found === undefined || 'to' in found) return found;
  const { props } = found.panel.render({}) as ReactElement;
  return { name: found.name, title: found.panel.title, props };
};

test('a document is opened at its block, or in its own view', () => {
  expect(shown('open_document', { document_id: 'd', block_id: 'b', title: 'T' })).toEqual({
    name: 'T',
    title: 'Document',
    props: { place: { documentId: 'd', blockId: 'b' } },
  });
  expect(shown('open_document', { document_id: 'd' })).toMatchObject({ name: 'the document' });
});

test('sites are shown on a map', () => {
  const site = { name: 'Lyon East', latitude: 45.7, longitude: 5 };
  expect(shown('show_map', { sites: [site] })).toEqual({
    name: 'the map',
    title: 'Map',
    props: { map: { sites: [site], unplaced: [], more: 0 } },
  });
});

test('what names no place is no move', () => {
  expect(move('open_document', { title: 'T' })).toBeUndefined();
  expect(move('show_map', { sites: [] })).toBeUndefined();
  expect(move('navigate_to', { kind: 'rule', id: 'r' })).toBeUndefined();
});
