import type { ColumnType } from '../tables/table-config.model.js';

/** The column types that come straight from the database. */
export type DatabaseColumnType = Exclude<ColumnType, 'computed' | 'lookup'>;

const types: Readonly<Record<string, DatabaseColumnType>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  date: 'datetime',
  bool: 'boolean',
  uuid: 'uuid',
};

/** The config type of a PostgreSQL type (`pg_type.typname`): enums are `status`, what we do not know is shown as text. */
export function configTypeOf(pgType: string, isEnum: boolean): DatabaseColumnType {
  return isEnum ? 'status' : (types[pgType] ?? 'string');
}
