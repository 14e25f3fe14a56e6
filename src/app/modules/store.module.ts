import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Module, type Provider } from '@nestjs/common';
import { prepareErp } from '../../../samples/erp/seed.js';
import { putSampleCases } from '../../../samples/samples.js';
import { systemClock, type Clock } from '../../foundation/clock.js';
import type { LawSettings } from '../../plugins/law/plugin.js';
import { AddedSourceStore } from '../../store/added-sources.store.js';
import { PgApprovalStore } from '../../store/approvals.store.js';
import { AuditLog } from '../../store/audit-log.store.js';
import { PgChangeSetStore } from '../../store/change-sets.store.js';
import { ConnectedModelStore } from '../../store/connected-model.store.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import type { Database } from '../../store/database.js';
import { LearnedExampleStore } from '../../store/learned-examples.store.js';
import { McpSignInStore } from '../../store/mcp-sign-ins.store.js';
import { migrate } from '../../store/migrate.js';
import { openDatabase } from '../../store/open-database.js';
import { OperationFormStore } from '../../store/operation-forms.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { ReceiptSigner } from '../../store/receipts.js';
import { RunFeedbackStore } from '../../store/conversation-views.store.js';
import { UnmetWordStore } from '../../store/unmet-words.store.js';
import { refuseHalfRestored } from '../backup/restore-progress.js';
import type { Config } from '../config/config.js';
import { migrationsOf } from '../migrations.js';
import { embedsErp, servesSample, type Served } from '../served/served.js';
import { receiptSigner, serverSecret, signInSealer } from '../served/sign-in-store.js';
import { Lifetime } from './lifetime.js';
import { provide, CONFIG, DATABASE, SERVED, SERVER_OPTIONS } from './injection.js';

/** Making a database, or bringing a large one up to date, takes seconds on a quiet machine and a minute on a busy one. */
const LONG_STEP = 8;
const HOUR_MS = 60 * 60 * 1000;

const onDatabase = [
  AddedSourceStore,
  AuditLog,
  LearnedExampleStore,
  PgApprovalStore,
  PgChangeSetStore,
  PgConversationStore,
  RunFeedbackStore,
  UnmetWordStore,
];

const providers: Provider[] = [
  provide(
    DATABASE,
    [CONFIG, SERVED, SERVER_OPTIONS, Lifetime],
    async (config, served, { db: given, progress }, lifetime) => {
      const isNew = config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pg'));
      const step = isNew ? 'Making the database (at the first start only)' : 'Opening the database';
      progress?.(step, LONG_STEP);
      const { statementSeconds } = config.limits;
      const db = await lifetime.open(() => given ?? openDatabase({ ...config, statementSeconds }));
      progress?.('Preparing its tables', LONG_STEP);
      await prepare(db, config, served);
      progress?.('Starting the HTTP server', 2);
      return db;
    },
  ),
  ...onDatabase.map((Store: new (...of: StoreOf) => object) =>
    provide(Store, [DATABASE, ReceiptSigner], (db, signer) => new Store(db, systemClock, signer)),
  ),
  provide(ReceiptSigner, [CONFIG], async (config) => {
    const signer = receiptSigner(config);
    // A server whose key cannot be read or made says so now, not at its first preview.
    await signer.publicKey();
    return signer;
  }),
  // Forms are kept as long as previews.
  ...[OperationFormStore, PgPreviewStore].map((Store: new (...of: TimedStoreOf) => object) =>
    provide(
      Store,
      [DATABASE, ReceiptSigner, CONFIG],
      (db, signer, { previewTtlHours: hours }) =>
        new Store(db, systemClock, hours * HOUR_MS, signer),
    ),
  ),
  provide(
    McpSignInStore,
    [DATABASE, CONFIG],
    (db, config) => new McpSignInStore(db, systemClock, signInSealer(config)),
  ),
  provide(
    ConnectedModelStore,
    [DATABASE, CONFIG],
    (db, config) => new ConnectedModelStore(db, systemClock, () => serverSecret(config)),
  ),
];

type StoreOf = [db: Database, clock: Clock, signer: ReceiptSigner];
type TimedStoreOf = [db: Database, clock: Clock, ttlMs: number, signer: ReceiptSigner];

async function prepare(db: Database, config: Config, served: Served): Promise<void> {
  await refuseHalfRestored(db);
  await migrate(db, migrationsOf(served.plugins));
  if (servesSample(served)) {
    const { sampleCases } = config.plugins['law'] as LawSettings;
    await putSampleCases(db, systemClock, sampleCases);
  }
  if (embedsErp(config, served)) await prepareErp(db);
}

@Module({ providers, exports: providers })
export class StoreModule {}
