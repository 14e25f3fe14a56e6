import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { introspection, type ColumnInfo } from '../../../platform/introspection.js';
import { queryConfig } from '../../../platform/query-config.js';
import { buildConfig } from '../tools/starter.js';

/** A live record of an entity to try a rule with; `null` when the entity has none. */
export interface SampleRecord {
  entity: string;
  columns: ColumnInfo[];
  record: JsonObject | null;
  /** The first {@link MOST}, of which one can be picked. */
  records: JsonObject[];
}

const MOST = 25;

/** The first record of `schema.table` with all its columns; rejects an unknown one with `not_found`. */
export async function sampleRecord(read: ReadClient, entity: string): Promise<SampleRecord> {
  const [schema, table, more] = entity.split('.');
  if (!schema || !table || more !== undefined) {
    throw new AppError('not_found', `"${entity.slice(0, 80)}" is no entity: use schema.table.`);
  }
  const columns = await introspection.columns(read, schema, table);
  const names = columns.map(({ name }) => name);
  const config = await buildConfig(read, { title: entity, source: entity, columns: names });
  const { rows } = await queryConfig(read, config, MOST);
  return { entity, columns, record: rows[0] ?? null, records: rows };
}
