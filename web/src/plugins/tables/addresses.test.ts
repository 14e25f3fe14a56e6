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

test.each([
  ['the page of a table', tableAddress('t'), '#/library/tables/t'],
  ['a chat with it open', chatWithTable('t'), '#/chat?context=tables&config_id=t'],
  ['the conversation of a new one', chatWithDraft(draft), '#/chat/c?context=tables'],
  [
    'the conversation of pending changes',
    chatWithDraft({ ...draft, config_id: 't' }),
    '#/chat/c?context=tables&config_id=t',
  ],
])('%s', (_, address, expected) => expect(address).toBe(expected));
