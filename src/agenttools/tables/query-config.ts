import type { JsonObject } from '../../foundation/json.js';
import type { Platform } from '../platform.js';
import type { TableConfig } from './config-model.js';

/** Live rows of a config, keyed by column key. */
export interface QueryAnswer {
  rows: JsonObject[];
  columns: { key: string; header: string; type: string; hidden: boolean }[];
  total: number;
}

/** A page of `rows` rows (at most 500) of a config from the live data; the first, or the one named. */
export function queryConfig(
  platform: Platform,
  config: TableConfig,
  rows: number,
  page = 1,
): Promise<QueryAnswer> {
  return platform.post(['v1', 'data', 'configs', 'query'], { config, page, rows });
}
