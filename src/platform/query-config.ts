import type { ReadClient } from '../agenttools/sources/clients.js';
import type { QueryResult } from './types.js';

/** A page of `rows` rows (at most 500) of a config from the live data; the first, or the one named. */
export function queryConfig(
  read: ReadClient,
  config: object,
  rows: number,
  page = 1,
): Promise<QueryResult> {
  return read.send({
    method: 'POST',
    segments: ['v1', 'data', 'configs', 'query'],
    body: { config, page, rows },
  });
}
