import type { Backend } from '../../agenttools/sources/backend.js';
import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import { deleteWorkingCopies, PgWorkingCopyStore } from './store/working-copies.store.js';
import { tablesAgent } from './agent.js';
import {
  TABLE_CHANGE,
  TABLE_DELETION,
  tableDeletion,
  tableChange,
  tablePreview,
} from './changes/table-change.js';
import { tableDrafts } from './routes/table-drafts.js';
import { TABLES_BACKEND, TablesController } from './routes/tables.controller.js';
import { tableTools } from './tools/index.js';
import { tableCommands } from './commands.js';

interface Settings {
  /** How long a working copy lives after its last change. */
  draftTtlHours: number;
}

interface Services {
  backend: Backend;
  workingCopies: PgWorkingCopyStore;
}

const HOUR_MS = 60 * 60 * 1000;

/** Tables, pages and forms of the ERP: found, explained and changed by chat. */
export const tablesPlugin = definePlugin<Settings, Services>({
  name: 'tables',
  commands: [tableCommands],
  migrations: new URL('./store/migrations/', import.meta.url),
  settings: (read) => ({ draftTtlHours: read.number('DRAFT_TTL_HOURS', 72, 0.001, 24 * 365) }),
  open: ({ db, clock, backend, settings }) => ({
    backend: backend('erp'),
    workingCopies: new PgWorkingCopyStore(db, clock, settings.draftTtlHours * HOUR_MS),
  }),
  sources: ({ backend, workingCopies }) => [
    staticTools({
      id: 'tables',
      title: 'Tables',
      backend,
      tools: tableTools,
      services: { workingCopies },
    }),
  ],
  changes: ({ workingCopies }) => ({
    [TABLE_CHANGE]: tableChange(workingCopies),
    [TABLE_DELETION]: tableDeletion,
  }),
  interceptors: [tablePreview],
  agents: { tables: tablesAgent },
  conversationCleanup: deleteWorkingCopies,
  drafts: ({ workingCopies }) => tableDrafts(workingCopies),
  routes: ({ backend }) => [
    {
      module: class TablesModule {},
      controllers: [TablesController],
      providers: [{ provide: TABLES_BACKEND, useValue: backend }],
    },
  ],
});
