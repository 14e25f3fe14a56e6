import type { JsonObject } from '../foundation/json.js';
import type { ReadClient } from '../agenttools/sources/clients.js';

/** Live rows of a config, keyed by column key. */
export interface QueryAnswer {
  rows: JsonObject[];
  columns: { key: string; header: string; type: string; hidden: boolean }[];
  total: number;
}

/** A page of `rows` rows (at most 500) of a config from the live data; the first, or the one named. */
export function queryConfig(
  read: ReadClient,
  config: object,
  rows: number,
  page = 1,
): Promise<QueryAnswer> {
  return read.send({
    method: 'POST',
    segments: ['v1', 'data', 'configs', 'query'],
    body: { config, page, rows },
  });
}
