import { documentFiles, type PgDocumentStore } from './documents.store.js';
import type { DocumentKind } from './parsing/document-kind.js';

test.each<[DocumentKind, string, string, string]>([
  // By its name it is no image: that its bytes say.
  ['file', 'photo.PNG', 'photo.PNG', 'application/octet-stream'],
  ['file', 'list.csv', 'list.csv', 'text/csv'],
  ['file', 'what is this', 'what is this', 'application/octet-stream'],
  ['file', 'archive.constructor', 'archive.constructor', 'application/octet-stream'],
  ['markdown', 'note.md', 'note.md', 'text/markdown'],
  ['text', 'A note', 'A note.txt', 'text/plain'],
])('a %s named "%s" is sent as "%s", %s', async (kind, fileName, name, contentType) => {
  const stored = { fileName, kind, bytes: 3, sha256: 'x', state: 'ready' };
  const documents = { find: () => Promise.resolve(stored) } as unknown as PgDocumentStore;
  const found = await documentFiles(documents).find('ada', 'id');
  expect(found).toEqual({ id: 'id', name, contentType, bytes: 3, sha256: 'x' });
});
