import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { RowsBody } from './tables.model.js';

/** Live rows of a config, as the platform answers them (samples/erp/README.md). */
export interface LiveRows {
  rows: JsonObject[];
  columns: JsonObject[];
  total: number;
  notes: string[];
}

/** How many rows a search looks at: the platform filters by columns, not by any text. */
const SEARCHED = 500;

/** The first rows of a config that need not be stored, sorted as asked; with `search` those that hold the text. */
export async function liveRows(read: ReadClient, body: RowsBody): Promise<LiveRows> {
  const { search = '', limit } = body;
  const needle = search.trim().toLowerCase();
  const rows = needle === '' ? limit : SEARCHED;
  const query = { config: sorted(body), page: 1, rows };
  const found = await read.send<LiveRows>({
    method: 'POST',
    segments: ['v1', 'data', 'configs', 'query'],
    body: query,
  });
  return needle === '' ? found : searched(found, needle, limit);
}

function searched(found: LiveRows, needle: string, limit: number): LiveRows {
  const matching = found.rows.filter((row) => holds(row, needle));
  const { total } = found;
  const note = `The search looked at the first ${SEARCHED} of ${total} rows.`;
  return {
    ...found,
    rows: matching.slice(0, limit),
    total: matching.length,
    notes: total > SEARCHED ? [...found.notes, note] : found.notes,
  };
}

function holds(row: JsonObject, needle: string): boolean {
  return Object.values(row).some((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return value !== null && text.toLowerCase().includes(needle);
  });
}

/** The config with another order of its rows; one of a wrong shape is left for the platform to judge. */
function sorted({ config, sort }: RowsBody): JsonObject {
  const sources = config['data_source'];
  const source: unknown = Array.isArray(sources) ? sources[0] : undefined;
  if (sort === undefined || !isObject(source)) return config;
  return { ...config, data_source: [{ ...source, sort: sort.map((item) => ({ ...item })) }] };
}
