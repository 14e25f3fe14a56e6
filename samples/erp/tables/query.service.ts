import { Inject, Injectable } from '@nestjs/common';
import { defined } from '../../../src/foundation/defined.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import type { QueryConfigBody, SummarizeConfigBody } from './configs.dto.js';
import { ConfigsService } from './configs.service.js';
import { buildQuery } from './query/build-query.js';
import { buildSummary } from './query/build-summary.js';
import { resultColumns, type ResultColumn } from './query/result-columns.js';
import { DEFAULT_CONFIG_ROWS } from './table-config.model.js';
import { requireValidConfig } from './validation/validate.js';

/** One page of live rows, in wire names; a row's fields are keys. */
export interface QueryResult {
  rows: Record<string, unknown>[];
  columns: ResultColumn[];
  total: number;
  /** What was left out of the query and why. */
  notes: string[];
}

/** Counts and sums of live rows, in wire names; sums go by the names asked for. */
export interface SummaryResult {
  total: number;
  groups: { key: unknown; count: number; sums: Record<string, number> }[];
  sums: Record<string, number>;
  notes: string[];
}

/** Runs configs, stored or not, on the live data; reads only. */
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
    const rows = await this.db.query<Record<string, unknown>>(query.rows.text, query.rows.values);
    const totals = await this.db.query<{ total: number }>(query.total.text, query.total.values);
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
    const query = buildSummary(context, { sum, ...defined({ groupBy }) });
    const [total] = await this.db.query<SummaryRow>(query.total.text, query.total.values);
    const groups =
      query.groups === undefined
        ? []
        : await this.db.query<SummaryRow>(query.groups.text, query.groups.values);
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
