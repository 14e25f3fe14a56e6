import type { DatabaseColumnType } from './config-type.js';

/** The schemas that belong to the business; nothing else is ever shown or queried. */
export const businessSchemas = ['core', 'hr', 'inventory', 'procurement', 'sales'] as const;

export interface SchemaInfo {
  name: string;
  table_count: number;
}

export interface TableInfo {
  schema: string;
  name: string;
  column_count: number;
  /** What the planner believes; exact after a vacuum or an analyze, which seeding does. */
  row_estimate: number;
  comment?: string;
}

export interface ColumnInfo {
  name: string;
  /** The config type. */
  type: DatabaseColumnType;
  pg_type: string;
  nullable: boolean;
  is_primary_key: boolean;
  /** Name of the enum in the same schema. */
  enum?: string;
  references?: { schema: string; table: string; column: string };
  comment?: string;
}

/** A foreign key as seen from one table: `outgoing` starts at `column`, `incoming` ends there. */
export interface RelationshipInfo {
  direction: 'outgoing' | 'incoming';
  column: string;
  /** The table at the other end. */
  schema: string;
  table: string;
  foreign_column: string;
}

export interface EnumInfo {
  schema: string;
  name: string;
  values: string[];
}
