import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { newId } from '../../../src/foundation/ids.js';
import type { ConfigSummary, StoredConfig, TableConfig } from '../../../src/platform/types.js';
import { type Database, withoutNulls } from '../../../src/store/database.js';
import { DATABASE, type Stored, pageOfRows, rowsOf } from '../shared/sql.js';
import { containsPattern, type Page, type SearchQuery } from '../shared/fields.js';
import { withUniqueName } from '../shared/refusals.js';

export type ConfigRow = Stored<StoredConfig>;

/** A table config in a list, as the database gives it. */
export type SummaryRow = Stored<ConfigSummary>;

/** The fields of a config that its author chooses. */
export interface ConfigInput {
  name: string;
  description?: string | undefined;
  config: TableConfig;
}

const FIELDS = sql`id, name, description, config, version, is_system, created_at, updated_at`;

/** Table configs in `platform.table_configs`. */
@Injectable()
export class ConfigsStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** By name; `search` looks into name, description and title. */
  async list(query: SearchQuery): Promise<Page<SummaryRow>> {
    const pattern = containsPattern(query.search ?? '');
    const select = sql`
      select id, name, description, config ->> 'title' as title,
             concat(config #>> '{data_source,0,schema}', '.', config #>> '{data_source,0,source}') as source,
             version, updated_at
        from platform.table_configs
       where name ilike ${pattern} or description ilike ${pattern} or config ->> 'title' ilike ${pattern}`;
    const found = await pageOfRows<SummaryRow>(this.db, select, sql`lower(name)`, query);
    return { ...found, items: found.items.map(withoutNulls) };
  }

  async find(id: string): Promise<ConfigRow | undefined> {
    const [row] = await rowsOf<ConfigRow>(
      this.db,
      sql`select ${FIELDS} from platform.table_configs where id = ${id}`,
    );
    return row && withoutNulls(row);
  }

  /** The name is compared without case. */
  async findByName(name: string): Promise<ConfigRow | undefined> {
    const [row] = await rowsOf<ConfigRow>(
      this.db,
      sql`select ${FIELDS} from platform.table_configs where lower(name) = lower(${name})`,
    );
    return row && withoutNulls(row);
  }

  /** Answers the new config's id; rejects with `conflict` when the name is taken. */
  async insert({ name, description, config }: ConfigInput): Promise<string> {
    const id = newId();
    await withUniqueName('table config', name, () =>
      rowsOf(
        this.db,
        sql`insert into platform.table_configs (id, name, description, config)
            values (${id}, ${name}, ${description ?? null}, ${JSON.stringify(config)})`,
      ),
    );
    return id;
  }

  /** Changes the config if it is still at `version`; false when it is not. */
  async update(
    id: string,
    version: number,
    { name, description, config }: ConfigInput,
  ): Promise<boolean> {
    const rows = await withUniqueName('table config', name, () =>
      rowsOf(
        this.db,
        sql`update platform.table_configs
               set name = ${name}, description = ${description ?? null}, config = ${JSON.stringify(config)},
                   version = version + 1, updated_at = now()
             where id = ${id} and version = ${version} returning id`,
      ),
    );
    return rows.length > 0;
  }

  async delete(id: string): Promise<void> {
    await this.db.query('delete from platform.table_configs where id = $1', [id]);
  }

  async pagesWith(id: string): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      `select distinct p.name from platform.page_content c
         join platform.page_configs p on p.id = c.page_config_id
        where c.table_config_id = $1 order by p.name`,
      [id],
    );
    return rows.map((row) => row.name);
  }

  /** Names of all roles: what permissions may name. */
  async roleNames(): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>('select name from core.roles order by name');
    return rows.map((row) => row.name);
  }
}
