import { expect, test } from '@jest/globals';
import type { DraftItem } from '../api/library.js';
import { parseRoute } from '../shell/route.js';
import { contextIn } from '../chat/contexts.js';
import { chatWithDraft, chatWithPreview, chatWithRule, chatWithTable, pageOf } from './places.js';

const times = { updated_at: '', expires_at: '' };
const rule: DraftItem = {
  kind: 'workflow',
  id: 'd',
  name: 'n',
  description: '',
  workflow: {},
  ...times,
};
const table: DraftItem = {
  kind: 'table',
  id: 'c.new',
  name: 'n',
  conversation_id: 'c',
  changes: [],
  config: {},
  ...times,
};
const preview = { kind: 'table_config_preview', conversation_id: 'c' } as const;

test.each([
  [chatWithRule('r'), [], { workflow_id: 'r' }],
  [chatWithTable('t'), [], { config_id: 't' }],
  [chatWithDraft(rule), [], { draft_id: 'd' }],
  [chatWithDraft({ ...rule, workflow_id: 'r' }), [], { draft_id: 'd', workflow_id: 'r' }],
  [chatWithDraft(table), ['c'], {}],
  [chatWithDraft({ ...table, config_id: 't' }), ['c'], { config_id: 't' }],
  [chatWithPreview(preview), ['c'], {}],
  [chatWithPreview({ ...preview, target_id: 't' }), ['c'], { config_id: 't' }],
  [chatWithPreview({ ...preview, result: { id: 's', name: 'n' } }), ['c'], { config_id: 's' }],
])('%s is a chat that takes along what is gone on with', (address, path, context) => {
  const route = parseRoute(address);
  expect(route).toMatchObject({ view: 'chat', path });
  expect(contextIn(route.query.get('context') ?? '', route.query)).toEqual(context);
});

test.each([
  [0, 20, 13, { pages: 1, first: 1, last: 13 }],
  [1, 20, 41, { pages: 3, first: 21, last: 40 }],
  [2, 20, 41, { pages: 3, first: 41, last: 41 }],
  [0, 20, 0, { pages: 1, first: 0, last: 0 }],
])('page %d of %d each of %d', (page, size, total, expected) => {
  expect(pageOf(page, size, total)).toEqual(expected);
});
