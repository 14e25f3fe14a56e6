import type { ToolOf } from '../../../agenttools/tool.js';
import { searchDatabaseSchema } from './search-database-schema.js';
import { searchEnums } from './search-enums.js';

/** The tools that every context of the business backend has. */
export const sharedTools: readonly ToolOf<unknown>[] = [searchDatabaseSchema, searchEnums];
