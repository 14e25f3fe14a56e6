import { describeOnDatabases, describeOnRows } from '../support/contracts.js';
import { conversationsContract } from './conversations.contract.js';
import { databaseContract } from './database.contract.js';
import { documentsContract } from './documents.contract.js';
import { migrateContract } from './migrate.contract.js';
import { previewsContract } from './previews.contract.js';
import { runLogContract } from './run-log.contract.js';
import { runPlansContract } from './run-plans.contract.js';

describeOnDatabases({ database: databaseContract, migrations: migrateContract });

describeOnRows({
  previews: previewsContract,
  conversations: conversationsContract,
  documents: documentsContract,
  'run log': runLogContract,
  'plans of a run': runPlansContract,
});
