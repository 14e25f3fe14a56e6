import { ArrayMaxSize, IsIn, IsObject, IsOptional } from 'class-validator';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { asList, type JsonObject, isObject } from '../../../foundation/json.js';
import { AnyText, ListOf, WholeNumber } from '../../../http/body-fields.js';
import { Costly } from '../../../agentapi/refuse-early.js';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';
import type { Backend } from '../../../agenttools/sources/backend.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { findingsAs, LibraryQuery, listPage } from '../../../platform/routes.js';
import { notFound } from '../../../foundation/errors.js';
import { introspection, queryConfig } from '../../../platform/reads.js';
import type { QueryResult } from '../../../platform/types.js';
import { CONFIGS } from '../tools/facts.js';
import { buildConfig } from '../tools/starter.js';
import type { DraftItem, DraftList } from '../../../agentapi/drafts/drafts.controller.js';
import { isUuid } from '../../../foundation/ids.js';
import {
  NEW_TABLE,
  type ListedWorkingCopy,
  type PgWorkingCopyStore,
} from '../store/working-copies.store.js';

class RowSort {
  @AnyText('column', 255) column: string;

  @IsOptional()
  @IsIn(['asc', 'desc'], { message: 'direction must be asc or desc' })
  direction: 'asc' | 'desc' = 'asc';
}

class RowsBody {
  @IsObject({ message: 'config must be an object: a table config' })
  config: JsonObject;

  @IsOptional() @AnyText('search', 255) search?: string;

  @IsOptional()
  @ArrayMaxSize(10, { message: 'sort must name at most 10 columns' })
  @ListOf(() => RowSort, 'sort', '{column, direction}')
  sort?: RowSort[];

  @WholeNumber(1, 100, 'limit must be a whole number from 1 to 100')
  limit: number = 25;
}

export const TABLES_BACKEND = Symbol('TABLES_BACKEND');

/** The stored tables and their rows with the caller's own token; changes go through previews. */
@Controller('v1/agent/library')
export class TablesController {
  constructor(@Inject(TABLES_BACKEND) private readonly backend: Backend) {}

  @Get('tables')
  tables(@Query() query: LibraryQuery, @By() caller: Caller) {
    return listPage(this.backend.readFor(caller), CONFIGS, query);
  }

  @Get('tables/:id')
  table(@Param('id') id: string, @By() caller: Caller): Promise<JsonObject> {
    return this.backend.readFor(caller).get([...CONFIGS, id]);
  }

  @Get('entities/:name/sample')
  sample(@Param('name') name: string, @By() caller: Caller) {
    return sampleRecord(this.backend.readFor(caller), name);
  }

  @Post('tables/rows')
  @Costly()
  @HttpCode(200)
  rows(@Body() body: RowsBody, @By() caller: Caller): Promise<QueryResult> {
    return findingsAs('invalid_config', () => liveRows(this.backend.readFor(caller), body));
  }
}

const MOST = 25;

/** A live record of an entity to try a rule with; `null` when the entity has none. */
async function sampleRecord(read: ReadClient, entity: string) {
  const [schema, table, more] = entity.split('.');
  if (!schema || !table || more !== undefined) {
    throw notFound(`"${entity.slice(0, 80)}" is no entity: use schema.table.`);
  }
  const columns = await introspection.columns(read, schema, table);
  const names = columns.map(({ name }) => name);
  const config = await buildConfig(read, { title: entity, source: entity, columns: names });
  const { rows } = await queryConfig(read, config, MOST);
  return { entity, columns, record: rows[0] ?? null, records: rows };
}

/** How many rows a search looks at: the platform filters by columns, not by any text. */
const SEARCHED = 500;

/** The first rows of a config that need not be stored, sorted as asked; with `search` those that hold the text. */
async function liveRows(read: ReadClient, body: RowsBody): Promise<QueryResult> {
  const { search = '', limit } = body;
  const needle = search.trim().toLowerCase();
  const found = await queryConfig(read, sorted(body), needle === '' ? limit : SEARCHED);
  if (needle === '') return found;
  const { rows, total, notes } = found;
  const matching = rows.filter((row) =>
    Object.values(row).some((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return value !== null && text.toLowerCase().includes(needle);
    }),
  );
  const note = `The search looked at the first ${SEARCHED} of ${total} rows.`;
  return {
    ...found,
    rows: matching.slice(0, limit),
    total: matching.length,
    notes: total > SEARCHED ? [...notes, note] : notes,
  };
}

function sorted({ config, sort }: RowsBody): JsonObject {
  const [source] = asList(config['data_source']);
  if (sort === undefined || !isObject(source)) return config;
  return { ...config, data_source: [{ ...source, sort: sort.map((item) => ({ ...item })) }] };
}

export function tableDrafts(copies: PgWorkingCopyStore): DraftList {
  return {
    list: async (userId, limit) => (await copies.list(userId, limit)).map(itemOf),
    count: (userId) => copies.count(userId),
    find: async (userId, id) => {
      const key = keyOf(id);
      const copy = key && (await copies.listed(userId, ...key));
      return copy && itemOf(copy);
    },
    delete: async (userId, id) => {
      const key = keyOf(id);
      if (key === undefined || (await copies.get(userId, ...key)) === undefined) return false;
      await copies.clear(userId, ...key);
      return true;
    },
  };
}

function itemOf({ conversationId, configId, copy, ...times }: ListedWorkingCopy): DraftItem {
  const { title } = copy.config;
  return {
    kind: 'table',
    id: `${conversationId}.${configId}`,
    name: typeof title === 'string' ? title : 'Table',
    config_id: configId === NEW_TABLE ? undefined : configId,
    conversation_id: conversationId,
    changes: copy.changes,
    config: copy.config,
    updated_at: times.updatedAt.toISOString(),
    expires_at: times.expiresAt.toISOString(),
  };
}

/** What the id is made of; undefined for an id of another form. */
function keyOf(id: string): [conversationId: string, configId: string] | undefined {
  const [conversationId, configId, more] = id.split('.');
  if (!isUuid(conversationId) || configId === undefined || more !== undefined) return undefined;
  return [conversationId, configId];
}
