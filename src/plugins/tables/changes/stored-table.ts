import type { TargetState } from '../../../agenttools/changes/change-kind.js';
import type { TableConfig } from '../tools/config-model.js';
import { defined } from '../../../foundation/defined.js';

/** The kind of change that makes and alters tables. */
export const TABLE_CHANGE = 'table_config_preview';

/** What is saved of a table. */
export interface TableBody {
  name: string;
  description?: string;
  config: TableConfig;
}

/** A table as it is stored, as the body that would leave it as it is. */
export function storedTable(target: TargetState): TableBody {
  const { name, description, config } = target as TargetState & Partial<TableBody>;
  return {
    name,
    ...defined({ description: description || undefined }),
    config: config as TableConfig,
  };
}
