import { Injectable, Inject } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { conflict, notFound } from '../../../src/foundation/errors.js';
import { newId } from '../../../src/foundation/ids.js';
import type { ConfigSummary, StoredConfig, TableConfig } from '../../../src/platform/types.js';
import { type Database, withoutNulls } from '../../../src/store/database.js';
import { CatalogStore } from '../introspection/catalog.store.js';
import {
  type Page,
  type SearchQuery,
  DATABASE,
  type Stored,
  pageOfRows,
  rowById,
  rowsOf,
  containsPattern,
} from '../shared/fields.js';
import { requireVersion, withUniqueName } from '../shared/schema-problems.js';
import type { Knowledge } from './validation/scope.js';

export type ConfigRow = Stored<StoredConfig>;
export type SummaryRow = Stored<ConfigSummary>;

interface ConfigInput {
  name: string;
  description?: string | undefined;
  config: TableConfig;
}

const NOUN = 'table config';

const CONFIGS = sql`select id, name, description, config, version, is_system, created_at, updated_at
  from platform.table_configs`;

@Injectable()
export class ConfigsStore {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly catalog: CatalogStore,
  ) {}

  /** By name; `search` looks into name, description and title. */
  list(query: SearchQuery): Promise<Page<SummaryRow>> {
    const pattern = containsPattern(query.search ?? '');
    const select = sql`
      select id, name, description, config ->> 'title' as title,
             concat(config #>> '{data_source,0,schema}', '.', config #>> '{data_source,0,source}') as source,
             version, updated_at
        from platform.table_configs
       where name ilike ${pattern} or description ilike ${pattern} or config ->> 'title' ilike ${pattern}`;
    return pageOfRows<SummaryRow>(this.db, select, sql`lower(name)`, query, withoutNulls);
  }

  /** Rejects with `not_found`. */
  async get(id: string): Promise<ConfigRow> {
    return withoutNulls(await rowById<ConfigRow>(this.db, NOUN, CONFIGS, id));
  }

  /** Rejects with `not_found`; the name is compared without case. */
  async getByName(name: string): Promise<ConfigRow> {
    const named = sql`${CONFIGS} where lower(name) = lower(${name})`;
    const [row] = await rowsOf<ConfigRow>(this.db, named);
    if (row !== undefined) return withoutNulls(row);
    const message = `There is no table config named '${name}'. List them with GET /v1/data/configs.`;
    throw notFound(message);
  }

  async insert({ name, description, config }: ConfigInput): Promise<ConfigRow> {
    const id = newId();
    await withUniqueName(NOUN, name, () =>
      rowsOf(
        this.db,
        sql`insert into platform.table_configs (id, name, description, config)
            values (${id}, ${name}, ${description ?? null}, ${JSON.stringify(config)})`,
      ),
    );
    return this.get(id);
  }

  /** Changes the config if it is still at `version`; else rejects with `conflict`. */
  async update(
    id: string,
    version: number,
    { name, description, config }: ConfigInput,
  ): Promise<ConfigRow> {
    const rows = await withUniqueName(NOUN, name, () =>
      rowsOf(
        this.db,
        sql`update platform.table_configs
               set name = ${name}, description = ${description ?? null}, config = ${JSON.stringify(config)},
                   version = version + 1, updated_at = now()
             where id = ${id} and version = ${version} returning id`,
      ),
    );
    const now = await this.get(id);
    // Someone else wrote between our read and our write.
    if (rows.length === 0) requireVersion(NOUN, version, now.version);
    return now;
  }

  /** Rejects with `conflict` what is part of the system, or shown on a page. */
  async delete(id: string): Promise<void> {
    const { name, is_system } = await this.get(id);
    if (is_system)
      throw conflict(`'${name}' is part of the system and cannot be deleted; it can be changed.`);
    const pages = await this.db.query<{ name: string }>(
      `select distinct p.name from platform.page_content c
         join platform.page_configs p on p.id = c.page_config_id
        where c.table_config_id = $1 order by p.name`,
      [id],
    );
    const names = pages.map((page) => page.name).join(', ');
    if (names !== '')
      throw conflict(`'${name}' is shown on ${names}: take it off those pages first.`);
    await this.db.query('delete from platform.table_configs where id = $1', [id]);
  }

  async knowledge(): Promise<Knowledge> {
    const [catalog, roles] = await Promise.all([
      this.catalog.load(),
      this.db.query<{ name: string }>('select name from core.roles order by name'),
    ]);
    return { catalog, roles: roles.map(({ name }) => name) };
  }
}
