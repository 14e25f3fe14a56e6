import type { ToolOf } from '../../../agenttools/tool.js';
import type { TableServices } from './base.js';
import { applyColumnChange } from './apply-column-change.js';
import { applyFilterChange } from './apply-filter-change.js';
import { applyJoinChange } from './apply-join-change.js';
import { applySortChange } from './apply-sort-change.js';
import { discoverConfigSurfaces, discoverTableReference } from './table-reference.js';
import {
  discoverContentTypes,
  getPageConfig,
  getPageContent,
  listPages,
  previewPageConfig,
} from './pages.js';
import { discoverFieldTypes, getFormDefinition, listForms, previewForm } from './forms.js';
import {
  deleteTableConfig,
  getTableConfig,
  listTableConfigs,
  validateTableConfig,
} from './saved-tables.js';
import { previewTableConfig } from './preview-table-config.js';
import { queryTableConfig, summarizeTable } from './rows.js';

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
