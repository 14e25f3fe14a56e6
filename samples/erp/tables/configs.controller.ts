import { Body, Delete, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { Type } from '../../../src/http/field-type.js';
import type {
  QueryResult,
  ResultColumn,
  SummaryResult,
  Validation,
  VisualColumn,
} from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';
import {
  DATABASE,
  ErpController,
  MAX_PAGE,
  MAX_ROWS,
  Name,
  type Page,
  rowsOf,
  SearchQuery,
  Text,
  Whole,
} from '../shared/fields.js';
import { requireVersion, type WithFindings } from '../shared/schema-problems.js';
import { type ConfigRow, ConfigsStore, type SummaryRow } from './configs.store.js';
import { buildQuery, buildSummary } from './query/build-query.js';
import { DEFAULT_CONFIG_ROWS } from './validation/scope.js';
import { requireValidConfig, validateTableConfig } from './validation/validate.js';

class ConfigBody {
  @IsObject({ message: 'config must be an object: a table config (docs/table-configs.md)' })
  config: JsonObject;
}

class CreateConfigBody extends ConfigBody {
  @Name()
  name: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;
}

/** A changed config; `name` and `description` stay when left out. */
class UpdateConfigBody extends ConfigBody {
  @IsOptional()
  @Name()
  name?: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;

  @IsOptional()
  @IsInt({ message: 'if_version must be a whole number: the version the change was made on' })
  if_version?: number;
}

class QueryConfigBody extends ConfigBody {
  @IsOptional()
  @Type(() => Number)
  @Whole('page', 1, MAX_PAGE)
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @Whole('rows', 1, MAX_ROWS)
  rows?: number;
}

class SummarizeConfigBody extends ConfigBody {
  @IsOptional()
  @Text('group_by', 127)
  group_by?: string;

  @IsOptional()
  @IsArray({ message: 'sum must be a list of column names' })
  @ArrayMaxSize(20, { message: 'sum must name at most 20 columns' })
  @IsString({ each: true, message: 'sum must be a list of column names' })
  sum: string[] = [];
}

type Summed = { key: unknown; count: number } & Record<string, unknown>;

/** Table configs: only valid ones are stored; stored or not, they are run on the live data. */
@ErpController('v1/data/configs')
export class ConfigsController {
  constructor(
    private readonly configs: ConfigsStore,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  @Get()
  list(@Query() query: SearchQuery): Promise<Page<SummaryRow>> {
    return this.configs.list(query);
  }

  @Post()
  async create(@Body() { name, description, ...body }: CreateConfigBody): Promise<ConfigRow> {
    const { config } = await this.valid(body);
    return this.configs.insert({ name: name.trim(), description, config });
  }

  @Get('name/:name')
  getByName(@Param('name') name: string): Promise<ConfigRow> {
    return this.configs.getByName(name);
  }

  @Post('validate')
  @HttpCode(200)
  async validate(@Body() { config }: ConfigBody): Promise<WithFindings<Validation>> {
    return validateTableConfig(config, await this.configs.knowledge());
  }

  @Post('query')
  @HttpCode(200)
  async query(@Body() body: QueryConfigBody): Promise<QueryResult> {
    const context = await this.valid(body);
    const limit = body.rows ?? context.source.rows ?? DEFAULT_CONFIG_ROWS;
    const query = buildQuery(context, limit, (body.page - 1) * limit);
    const rows = await rowsOf<Record<string, unknown>>(this.db, query.rows);
    const totals = await rowsOf<{ total: number }>(this.db, query.total);
    return {
      rows: rows.map((row) =>
        Object.fromEntries(query.keys.map((key, at) => [key, row[`c${at}`]])),
      ),
      columns: resultColumns(query.keys, context.visual),
      total: totals[0]?.total ?? 0,
      notes: query.notes,
    };
  }

  @Post('summarize')
  @HttpCode(200)
  async summarize(@Body() body: SummarizeConfigBody): Promise<SummaryResult> {
    const { sum, group_by: groupBy } = body;
    const query = buildSummary(await this.valid(body), { sum, groupBy });
    const [total] = await rowsOf<Summed>(this.db, query.total);
    const groups = query.groups === undefined ? [] : await rowsOf<Summed>(this.db, query.groups);
    const sumsOf = (row: Summed) =>
      Object.fromEntries(sum.map((name, at) => [name, Number(row[`s${at}`])]));
    return {
      total: total?.count ?? 0,
      groups: groups.map((row) => ({ key: row.key, count: row.count, sums: sumsOf(row) })),
      sums: total === undefined ? {} : sumsOf(total),
      notes: query.notes,
    };
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<ConfigRow> {
    return this.configs.get(id);
  }

  @Put(':id')
  async update(@Param('id') id: string, @Body() body: UpdateConfigBody): Promise<ConfigRow> {
    const current = await this.configs.get(id);
    requireVersion('table config', body.if_version, current.version);
    const { config } = await this.valid(body);
    const name = body.name?.trim() ?? current.name;
    const description = body.description ?? current.description;
    return this.configs.update(id, current.version, { name, description, config });
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@Param('id') id: string): Promise<void> {
    return this.configs.delete(id);
  }

  private async valid({ config }: ConfigBody) {
    return requireValidConfig(config, await this.configs.knowledge());
  }
}

function resultColumns(
  keys: readonly string[],
  visual: ReadonlyMap<string, VisualColumn>,
): ResultColumn[] {
  const columns = keys.flatMap((key) => {
    const column = visual.get(key);
    return column === undefined ? [] : [{ key, column }];
  });
  columns.sort((a, b) => rank(a.column) - rank(b.column));
  return columns.map(({ key, column: { header, type, format, hidden = false } }) => {
    return { key, header, type, format, hidden };
  });
}

/** Larger than any `order`, and finite, because infinity less infinity is no number. */
const UNPLACED = 1_000_000;

function rank(column: VisualColumn): number {
  if (column.hidden === true) return 2 * UNPLACED;
  return column.order ?? UNPLACED;
}
