import type { ReactElement } from 'react';
import { documentMove } from './open-document.js';

const PANELS = { DocumentPanel: () => null, MapPanel: () => null };
const shown = (action: string, target: object) => {
  const found = documentMove({ action, target: { ...target }, reason: 'r' }, PANELS);
  if (found === undefined || 'to' in found) return found;
  const { props } = found.panel.render({}) as ReactElement;
  return { name: found.name, title: found.panel.title, props };
};
const inPanel = (name: string, place: object) => ({ name, title: 'Document', props: { place } });
const place = { documentId: 'd', blockId: 'b' };
const sites = [{ name: 'Lyon East', latitude: 45.7, longitude: 5 }];
const map = { sites, unplaced: [], more: 0 };

test.each<[string, object, unknown]>([
  ['open_document', { document_id: 'd', block_id: 'b', title: 'T' }, inPanel('T', place)],
  ['open_document', { document_id: 'd' }, inPanel('the document', { documentId: 'd' })],
  ['show_map', { sites }, { name: 'the map', title: 'Map', props: { map } }],
])('%s of %j opens a panel', (action, target, panel) =>
  expect(shown(action, target)).toEqual(panel),
);

test.each<[string, object]>([
  ['open_document', { title: 'T' }],
  ['show_map', { sites: [] }],
  ['navigate_to', { kind: 'rule', id: 'r' }],
])('%s of %j names no place, so it is no move', (action, target) =>
  expect(shown(action, target)).toBeUndefined(),
);
