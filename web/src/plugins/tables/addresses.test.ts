import { chatWithDraft, chatWithTable, tableAddress, type TableDraft } from './api.js';

const none = { changes: [], config: {}, updated_at: '', expires_at: '' };
const draft: TableDraft = { ...none, kind: 'table', id: 'c.new', name: 'n', conversation_id: 'c' };
const withTable = chatWithDraft({ ...draft, config_id: 't' });

test.each([
  ['the page of a table', tableAddress('t'), '#/library/tables/t'],
  ['a chat with it open', chatWithTable('t'), '#/chat?context=tables&config_id=t'],
  ['the conversation of a new one', chatWithDraft(draft), '#/chat/c?context=tables'],
  ['the conversation of pending changes', withTable, '#/chat/c?context=tables&config_id=t'],
])('%s', (_, address, expected) => expect(address).toBe(expected));
