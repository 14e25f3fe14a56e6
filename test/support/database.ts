import { newId } from '../../src/foundation/ids.js';
import type { Database } from '../../src/store/database.js';
import type { PgPreviewStore } from '../../src/store/previews.store.js';
import type { NewPreview } from '../../src/store/save-previews.js';
import { receiptKeyOf, ReceiptSigner } from '../../src/store/receipts.js';
import { openKept } from './embedded-template.js';
import { openPostgresCopy } from './postgres-template.js';
import type { TestContents } from './template-contents.js';

/** `.ci/run` tries a part of each long matrix (`MATRICES=thin`); `npm run test:all` by hand the whole of it. */
export const isThin = process.env['MATRICES'] === 'thin';

/** The databases tests can run on here: PostgreSQL only where `TEST_DATABASE_URL` names one. */
export const testDatabaseKinds: readonly Database['kind'][] = process.env['TEST_DATABASE_URL']
  ? [...(isThin ? [] : (['embedded'] as const)), 'postgres']
  : ['embedded'];

/** A migrated database of its own, copied from one made before, seeded unless told otherwise. */
export async function openTestDatabase(contents: TestContents = 'platform'): Promise<Database> {
  return openTestDatabaseOn(testDatabaseKinds.at(-1) ?? 'embedded', contents);
}

/** Like {@link openTestDatabase}, on a database of the given kind. */
export async function openTestDatabaseOn(
  kind: Database['kind'],
  contents: TestContents = 'platform',
): Promise<Database> {
  return kind === 'embedded' ? openKept(contents) : openPostgresCopy(contents);
}

/** Signs with a key that every test knows. */
export const testSigner = new ReceiptSigner(() => receiptKeyOf(new Uint8Array(32).fill(7)));

/** Stores one preview, of which a test says what it reads. */
export async function saveOne(previews: PgPreviewStore, parts: Partial<NewPreview> = {}) {
  const origin = { userId: 'ada', runId: newId(), conversationId: newId(), toolUseId: 'call_1' };
  const told = { kind: 'http_request', description: 'A change', payload: {} };
  const [saved] = await previews.saveAll([{ ...origin, ...told, ...parts }]);
  return saved as NonNullable<typeof saved>;
}
