import { afterAll, describe } from '@jest/globals';
import type { Database } from '../../src/store/database.js';
import { openTestDatabaseOn, testDatabaseKinds } from '../support/database.js';
import { casesContract } from './cases.contract.js';
import { conversationsContract } from './conversations.contract.js';
import { databaseContract } from './database.contract.js';
import { documentsContract } from './documents.contract.js';
import { draftsContract } from './drafts.contract.js';
import { migrateContract } from './migrate.contract.js';
import { previewsContract } from './previews.contract.js';
import { runLogContract } from './run-log.contract.js';
import { runPlansContract } from './run-plans.contract.js';

/** These change the database itself: each has one of its own. */
const ofDatabases = { database: databaseContract, migrations: migrateContract };

/** These keep to rows of users that nobody else has: one database serves all. */
const ofRows = {
  drafts: draftsContract,
  previews: previewsContract,
  conversations: conversationsContract,
  documents: documentsContract,
  cases: casesContract,
  'run log': runLogContract,
  'plans of a run': runPlansContract,
};

describe.each(testDatabaseKinds)('%s', (kind) => {
  describe.each(Object.entries(ofDatabases))('%s', (_name, contract) => {
    contract(() => openTestDatabaseOn(kind, 'store'));
  });

  describe('rows', () => {
    let shared: Promise<Database> | undefined;
    afterAll(async () => (await shared)?.close());
    describe.each(Object.entries(ofRows))('%s', (_name, contract) => {
      contract(async () => {
        shared ??= openTestDatabaseOn(kind, 'store');
        return { ...(await shared), close: async () => {} };
      });
    });
  });
});
