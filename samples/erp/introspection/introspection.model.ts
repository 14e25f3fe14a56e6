export type {
  ColumnInfo,
  EnumInfo,
  RelationshipInfo,
  SchemaInfo,
  TableInfo,
} from '../../../src/platform/types.js';

/** The schemas that belong to the business; nothing else is ever shown or queried. */
export const businessSchemas = ['core', 'hr', 'inventory', 'procurement', 'sales'] as const;
