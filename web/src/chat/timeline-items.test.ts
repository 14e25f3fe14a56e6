import { expect, test } from '@jest/globals';
import type { RunItem, Step } from '../run/run-view.js';
import { moveOf } from './page-move.js';
import { withTimelines } from './timeline-items.js';

const step = (id: string, name: string, more: Partial<Step> = {}): Step => ({
  ...{ kind: 'step', id, name, input: {}, state: 'done' },
  ...more,
});
const told = { action: 'reading', message: 'Read it', status: 'complete' } as const;

test('neighbouring steps that tell something are one timeline; plain calls stay rows', () => {
  const items: RunItem[] = [
    step('a', 'list_workflow_rules'),
    step('b', 'read_document', { told }),
    step('c', 'knowledge_base_search', { input: { query: 'returns' } }),
    { kind: 'text', turn: 1, text: 'So.' },
    step('d', 'generate_response', { result: { sources: [1, 2] } }),
  ];
  const shown = withTimelines(items);
  expect(shown.map(({ kind }) => kind)).toEqual(['step', 'timeline', 'text', 'timeline']);
  const messages = shown.map((item) =>
    item.kind === 'timeline' ? item.steps.map(({ telling }) => telling.message) : [],
  );
  expect(messages).toEqual([
    [],
    ['Read it', 'Searching the knowledge base: returns'],
    [],
    ['Wrote the answer from 2 sources'],
  ]);
});

const action = (name: 'open_document' | 'navigate_to' | 'show_map', target: object) =>
  moveOf({ tool_use_id: 'a', action: name, target: { ...target }, reason: 'r' });

test.each([
  [action('navigate_to', { kind: 'rule', id: 'a/b', name: 'R' }), '#/library/rules/a%2Fb'],
  [action('navigate_to', { kind: 'table', id: 't', name: 'T' }), '#/library/tables/t'],
  [action('navigate_to', { kind: 'document', id: 'd', name: 'D' }), '#/documents/d'],
])('%j leads to %s', (move, to) => {
  expect(move).toMatchObject({ to });
});

test('sites are shown on a map', () => {
  const site = { name: 'Lyon East', latitude: 45.7, longitude: 5 };
  expect(action('show_map', { sites: [site] })).toEqual({
    ...{ name: 'the map', map: { sites: [site], unplaced: [], more: 0 } },
  });
});

test('a document is opened at its block; what the page does not know is no move', () => {
  expect(action('open_document', { document_id: 'd', block_id: 'b', title: 'T' })).toEqual({
    name: 'T',
    document: { documentId: 'd', blockId: 'b' },
  });
  expect(action('navigate_to', { kind: 'warehouse', id: 'w' })).toBeUndefined();
  expect(action('navigate_to', { kind: 'rule', id: 5 })).toBeUndefined();
  expect(action('open_document', { title: 'T' })).toBeUndefined();
  expect(action('show_map', { sites: [] })).toBeUndefined();
});
