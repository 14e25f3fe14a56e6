import { describe } from '@jest/globals';
import { openTestDatabaseOn, testDatabaseKinds } from '../support/database.js';
import { casesContract } from './cases.contract.js';
import { conversationsContract } from './conversations.contract.js';
import { databaseContract } from './database.contract.js';
import { documentsContract } from './documents.contract.js';
import { draftsContract } from './drafts.contract.js';
import { migrateContract } from './migrate.contract.js';
import { previewsContract } from './previews.contract.js';
import { runLogContract } from './run-log.contract.js';

const contracts = {
  database: databaseContract,
  migrations: migrateContract,
  drafts: draftsContract,
  previews: previewsContract,
  conversations: conversationsContract,
  documents: documentsContract,
  cases: casesContract,
  'run log': runLogContract,
};

describe.each(testDatabaseKinds)('%s', (kind) => {
  describe.each(Object.entries(contracts))('%s', (_name, contract) => {
    contract(() => openTestDatabaseOn(kind, 'store'));
  });
});
