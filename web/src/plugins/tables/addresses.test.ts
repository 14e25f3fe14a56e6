import { expect, test } from '@jest/globals';
import { chatWithDraft, chatWithTable, tableAddress, type TableDraft } from './api.js';

const draft: TableDraft = {
  kind: 'table',
  id: 'c.new',
  name: 'n',
  conversation_id: 'c',
  changes: [],
  config: {},
  updated_at: '',
  expires_at: '',
};

test('a table leads to its page and to a chat with it open', () => {
  expect(tableAddress('t')).toBe('#/library/tables/t');
  expect(chatWithTable('t')).toBe('#/chat?context=tables&config_id=t');
});

test('pending changes continue in their conversation', () => {
  expect(chatWithDraft(draft)).toBe('#/chat/c?context=tables');
  expect(chatWithDraft({ ...draft, config_id: 't' })).toBe('#/chat/c?context=tables&config_id=t');
});
