import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, rowsOf } from '../shared/fields.js';
import {
  type QueryConfigBody,
  type SummarizeConfigBody,
  ConfigsService,
} from './configs.service.js';
import { buildQuery, buildSummary } from './query/build-query.js';
import { DEFAULT_CONFIG_ROWS } from './validation/scope.js';
import { requireValidConfig } from './validation/validate.js';
import type {
  QueryResult,
  ResultColumn,
  SummaryResult,
  VisualColumn,
} from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';

@Injectable()
export class QueryService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly configs: ConfigsService,
  ) {}

  async query(body: QueryConfigBody): Promise<QueryResult> {
    const context = requireValidConfig(body.config, await this.configs.knowledge());
    const limit = body.rows ?? context.source.rows ?? DEFAULT_CONFIG_ROWS;
    const query = buildQuery(context, limit, (body.page - 1) * limit);
    const rows = await rowsOf<Record<string, unknown>>(this.db, query.rows);
    const totals = await rowsOf<{ total: number }>(this.db, query.total);
    return {
      rows: rows.map((row) => byKey(row, query.keys)),
      columns: resultColumns(query.keys, context.visual),
      total: totals[0]?.total ?? 0,
      notes: query.notes,
    };
  }

  async summarize(body: SummarizeConfigBody): Promise<SummaryResult> {
    const context = requireValidConfig(body.config, await this.configs.knowledge());
    const { sum, group_by: groupBy } = body;
    const query = buildSummary(context, { sum, groupBy });
    const [total] = await rowsOf<SummaryRow>(this.db, query.total);
    const groups =
      query.groups === undefined ? [] : await rowsOf<SummaryRow>(this.db, query.groups);
    return {
      total: total?.count ?? 0,
      groups: groups.map((row) => ({ key: row.key, count: row.count, sums: sumsOf(row, sum) })),
      sums: total === undefined ? {} : sumsOf(total, sum),
      notes: query.notes,
    };
  }
}

type SummaryRow = { key: unknown; count: number } & Record<string, unknown>;

function byKey(row: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key, index) => [key, row[`c${index}`]]));
}

function sumsOf(row: SummaryRow, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, Number(row[`s${index}`])]));
}

/** The columns in the order the page shows them: by `order` when given, hidden ones last. */
function resultColumns(
  keys: readonly string[],
  visual: ReadonlyMap<string, VisualColumn>,
): ResultColumn[] {
  const columns = keys.flatMap((key) => {
    const column = visual.get(key);
    return column === undefined ? [] : [{ key, column }];
  });
  columns.sort((a, b) => rank(a.column) - rank(b.column));
  return columns.map(({ key, column }) => ({
    key,
    header: column.header,
    type: column.type,
    format: column.format,
    hidden: column.hidden ?? false,
  }));
}

/** Larger than any `order`, and finite, because infinity less infinity is no number. */
const UNPLACED = 1_000_000;

function rank(column: VisualColumn): number {
  if (column.hidden === true) return 2 * UNPLACED;
  return column.order ?? UNPLACED;
}
