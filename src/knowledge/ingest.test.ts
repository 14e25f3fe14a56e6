import { deferred } from '../../test/support/deferred.js';
import { silentLogger } from '../foundation/logger.js';
import { type DocumentRefused, defaultQuota } from './document-refused.js';
import type { PgDocumentStore } from './documents.store.js';
import { Ingest } from './ingest.js';
import { defaultParseLimits } from './parsing/parse-document.js';

test('a failure that the database did not take is stored once it is back', async () => {
  const stored = deferred<{ documentId: string; refused: DocumentRefused }>();
  let outages = 2;
  const documents = {
    usage: async () => ({ holds: true }),
    begin: async () => ({ document: { id: 'd1' }, begun: true }),
    fail: async (documentId: string, refused: DocumentRefused) => {
      outages -= 1;
      if (outages >= 0) throw new Error('the database is away');
      stored.resolve({ documentId, refused });
    },
  } as unknown as PgDocumentStore;
  const ingest = new Ingest({
    documents,
    awaitVectors: undefined,
    limits: defaultParseLimits,
    maxBytes: 1000,
    quota: defaultQuota,
    logger: silentLogger,
    noteAgainMs: 1,
  });
  const bytes = Buffer.from('%PDF-1.7\nno more than that');
  await ingest.add({ userId: 'u', kbId: 'k', fileName: 'broken.pdf', kind: 'pdf', bytes });
  expect(await stored.promise).toMatchObject({ documentId: 'd1', refused: { reason: 'broken' } });
  await ingest.close();
});
