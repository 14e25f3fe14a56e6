import { MAX_ATTACHMENTS } from '../../../../src/foundation/user-files.js';
import type { DocumentItem } from './api.js';
import { attachedBy, MOST_FILES, type Upload } from './uploads.js';

const upload = (name: string, state: Upload['state'], id?: string, read?: DocumentItem['state']) =>
  ({ key: name, name, state, ...(id && { document: { id, state: read } }) }) as Upload;

test('what can be searched goes along, once; the rest is waited for, or is refused', () => {
  const uploads = [
    upload('a', 'ready', '1', 'ready'),
    upload('copy of a', 'ready', '1', 'ready'),
    upload('b', 'reading', '2', 'embedding'),
    upload('c', 'reading', '3', 'parsing'),
    upload('d', 'sending'),
  ];
  const ids = ['1', '2'];
  const waiting = ['c', 'd'];
  expect(attachedBy(uploads)).toEqual({ agent: 'documents', ids, waiting, isRefused: false });
  const refused = attachedBy([upload('e', 'refused')]);
  expect(refused).toMatchObject({ ids: [], waiting: [], isRefused: true });
});

test('as many files as the server takes', () => expect(MOST_FILES).toBe(MAX_ATTACHMENTS));
