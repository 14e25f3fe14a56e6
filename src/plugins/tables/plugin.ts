import type { Backend } from '../../agenttools/sources/backend.js';
import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import type { ToolOf } from '../../agenttools/tool.js';
import { deleteWorkingCopies, PgWorkingCopyStore } from './store/working-copies.store.js';
import { tablesAgent } from './agent.js';
import {
  TABLE_CHANGE,
  TABLE_DELETION,
  tableDeletion,
  tableChange,
  tablePreview,
} from './changes/table-change.js';
import { tableDrafts, TABLES_BACKEND, TablesController } from './routes/tables.controller.js';
import { tableCommands } from './commands.js';
import type { TableServices } from './tools/base.js';
import { applyColumnChange } from './tools/apply-column-change.js';
import { applyFilterChange, applyJoinChange, applySortChange } from './tools/apply.js';
import { discoverConfigSurfaces, discoverTableReference } from './tools/table-reference.js';
import {
  discoverContentTypes,
  getPageConfig,
  getPageContent,
  listPages,
  previewPageConfig,
} from './tools/pages.js';
import { discoverFieldTypes, getFormDefinition, listForms, previewForm } from './tools/forms.js';
import {
  deleteTableConfig,
  getTableConfig,
  listTableConfigs,
  validateTableConfig,
} from './tools/saved-tables.js';
import { previewTableConfig } from './tools/preview-table-config.js';
import { queryTableConfig, summarizeTable } from './tools/rows.js';

export const tableTools: readonly ToolOf<TableServices>[] = [
  discoverTableReference,
  discoverConfigSurfaces,
  discoverFieldTypes,
  discoverContentTypes,
  listTableConfigs,
  getTableConfig,
  validateTableConfig,
  previewTableConfig,
  deleteTableConfig,
  queryTableConfig,
  applyColumnChange,
  applyFilterChange,
  applyJoinChange,
  applySortChange,
  listPages,
  getPageConfig,
  getPageContent,
  previewPageConfig,
  listForms,
  getFormDefinition,
  previewForm,
  summarizeTable,
];

interface Settings {
  draftTtlHours: number;
}

interface Services {
  backend: Backend;
  workingCopies: PgWorkingCopyStore;
}

const HOUR_MS = 60 * 60 * 1000;

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
