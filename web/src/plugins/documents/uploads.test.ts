import { expect, test } from '@jest/globals';
import { MAX_ATTACHMENTS } from '../../../../src/foundation/user-files.js';
import type { DocumentItem } from './api.js';
import { attachedBy, MOST_FILES, type Upload } from './uploads.js';

const upload = (
  name: string,
  state: Upload['state'],
  document?: Partial<DocumentItem>,
): Upload => ({
  key: name,
  name,
  state,
  ...(document === undefined ? {} : { document: document as DocumentItem }),
});

test('what can be searched goes along, once; the rest is waited for, or is refused', () => {
  const uploads = [
    upload('a', 'ready', { id: '1', state: 'ready' }),
    upload('copy of a', 'ready', { id: '1', state: 'ready' }),
    upload('b', 'reading', { id: '2', state: 'embedding' }),
    upload('c', 'reading', { id: '3', state: 'parsing' }),
    upload('d', 'sending'),
  ];
  expect(attachedBy(uploads)).toEqual({
    agent: 'documents',
    ids: ['1', '2'],
    waiting: ['c', 'd'],
    isRefused: false,
  });
  expect(attachedBy([upload('e', 'refused')])).toMatchObject({
    ids: [],
    waiting: [],
    isRefused: true,
  });
});

test('as many files as the server takes', () => {
  expect(MOST_FILES).toBe(MAX_ATTACHMENTS);
});
