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
import * as changes from './tools/apply.js';
import * as reference from './tools/table-reference.js';
import * as pages from './tools/pages.js';
import * as forms from './tools/forms.js';
import * as saved from './tools/saved-tables.js';
import { previewTableConfig } from './tools/preview-table-config.js';
import * as rows from './tools/rows.js';

export const tableTools: readonly ToolOf<TableServices>[] = [
  reference.discoverTableReference,
  reference.discoverConfigSurfaces,
  forms.discoverFieldTypes,
  pages.discoverContentTypes,
  saved.listTableConfigs,
  saved.getTableConfig,
  saved.validateTableConfig,
  previewTableConfig,
  saved.deleteTableConfig,
  rows.queryTableConfig,
  applyColumnChange,
  changes.applyFilterChange,
  changes.applyJoinChange,
  changes.applySortChange,
  pages.listPages,
  pages.getPageConfig,
  pages.getPageContent,
  pages.previewPageConfig,
  forms.listForms,
  forms.getFormDefinition,
  forms.previewForm,
  rows.summarizeTable,
];

interface Services {
  backend: Backend;
  workingCopies: PgWorkingCopyStore;
}

const HOUR_MS = 60 * 60 * 1000;

export const tablesPlugin = definePlugin<{ draftTtlHours: number }, Services>({
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
