import type { ToolOf } from '../../../agenttools/tool.js';
import type { TableServices } from '../services.js';
import { applyColumnChange } from './apply-column-change.js';
import { applyFilterChange } from './apply-filter-change.js';
import { applyJoinChange } from './apply-join-change.js';
import { applySortChange } from './apply-sort-change.js';
import { discoverConfigSurfaces } from './discover-config-surfaces.js';
import { discoverContentTypes } from './discover-content-types.js';
import { discoverFieldTypes } from './discover-field-types.js';
import { discoverTableReference } from './discover-table-reference.js';
import { getFormDefinition } from './get-form-definition.js';
import { getPageConfig } from './get-page-config.js';
import { getPageContent } from './get-page-content.js';
import { getTableConfig } from './get-table-config.js';
import { listForms } from './list-forms.js';
import { listPages } from './list-pages.js';
import { listTableConfigs } from './list-table-configs.js';
import { previewForm } from './preview-form.js';
import { previewPageConfig } from './preview-page-config.js';
import { previewTableConfig } from './preview-table-config.js';
import { queryTableConfig } from './query-table-config.js';
import { summarizeTable } from './summarize-table.js';
import { validateTableConfig } from './validate-table-config.js';

/** The tools for tables, pages and forms, without those that all contexts share. */
export const tableTools: readonly ToolOf<TableServices>[] = [
  discoverTableReference,
  discoverConfigSurfaces,
  discoverFieldTypes,
  discoverContentTypes,
  listTableConfigs,
  getTableConfig,
  validateTableConfig,
  previewTableConfig,
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
