import type { Database } from '../../src/store/database.js';
import { migrate, coreMigrations } from '../../src/store/migrate.js';
import { describeOnDatabases, describeOnRows } from '../support/contracts.js';
import { auditContract } from './audit.contract.js';
import { conversationsContract } from './conversations.contract.js';
import { databaseContract } from './database.contract.js';
import { documentsContract } from './documents.contract.js';
import { migrateContract } from './migrate.contract.js';
import { previewsContract } from './previews.contract.js';
import { runLogContract } from './run-log.contract.js';
import { runPlansContract } from './run-plans.contract.js';

describeOnDatabases({
  database: databaseContract,
  migrations: migrateContract,
  'audit log': auditContract,
});

/** Without the tables of plugins: the core must work when none is there. */
async function keepCoreOnly(db: Database): Promise<void> {
  await db.query('drop schema sextant, sextant_jobs, knowledge cascade');
  await migrate(db, coreMigrations);
}

describeOnRows(
  {
    previews: previewsContract,
    conversations: conversationsContract,
    documents: documentsContract,
    'run log': runLogContract,
    'plans of a run': runPlansContract,
  },
  keepCoreOnly,
);
