import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../../src/foundation/ids.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import { containsPattern, offsetOf, type SearchQuery } from '../shared/list.model.js';
import { withUniqueName } from '../shared/unique-violation.js';
import type { ConfigInput, ConfigSummary, StoredConfig } from './configs.model.js';

type Nullable<T> = { [K in keyof T]: T[K] | null };
type StoredRow = Omit<StoredConfig, 'description'> & Nullable<{ description: string }>;
type SummaryRow = Omit<ConfigSummary, 'description'> & Nullable<{ description: string }>;

const FIELDS = 'id, name, description, config, version, is_system, created_at, updated_at';

/** Table configs in `platform.table_configs`. */
@Injectable()
export class ConfigsStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** By name; `search` looks into name, description and title. */
  async list(query: SearchQuery): Promise<{ items: ConfigSummary[]; total: number }> {
    const pattern = containsPattern(query.search ?? '');
    const [items, totals] = await Promise.all([
      this.db.query<SummaryRow>(LIST, [pattern, query.rows, offsetOf(query)]),
      this.db.query<{ total: number }>(COUNT, [pattern]),
    ]);
    return { items: items.map(withoutNull), total: totals[0]?.total ?? 0 };
  }

  async find(id: string): Promise<StoredConfig | undefined> {
    const [row] = await this.db.query<StoredRow>(
      `select ${FIELDS} from platform.table_configs where id = $1`,
      [id],
    );
    return row === undefined ? undefined : withoutNull(row);
  }

  /** The name is compared without case. */
  async findByName(name: string): Promise<StoredConfig | undefined> {
    const [row] = await this.db.query<StoredRow>(
      `select ${FIELDS} from platform.table_configs where lower(name) = lower($1)`,
      [name],
    );
    return row === undefined ? undefined : withoutNull(row);
  }

  /** Rejects with `conflict` when the name is taken. */
  async insert(input: ConfigInput): Promise<StoredConfig> {
    return withUniqueName('table config', input.name, async () => {
      const rows = await this.db.query<StoredRow>(
        `insert into platform.table_configs (id, name, description, config)
         values ($1, $2, $3, $4) returning ${FIELDS}`,
        [newId(), input.name, input.description ?? null, JSON.stringify(input.config)],
      );
      return only(rows);
    });
  }

  /** Changes the config if it is still at `version`; `undefined` when it is not. */
  async update(id: string, version: number, input: ConfigInput): Promise<StoredConfig | undefined> {
    return withUniqueName('table config', input.name, async () => {
      const [row] = await this.db.query<StoredRow>(
        `update platform.table_configs
            set name = $3, description = $4, config = $5, version = version + 1, updated_at = now()
          where id = $1 and version = $2 returning ${FIELDS}`,
        [id, version, input.name, input.description ?? null, JSON.stringify(input.config)],
      );
      return row === undefined ? undefined : withoutNull(row);
    });
  }

  async delete(id: string): Promise<void> {
    await this.db.query('delete from platform.table_configs where id = $1', [id]);
  }

  /** Names of the pages that show the config. */
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

function only(rows: readonly StoredRow[]): StoredConfig {
  const [row] = rows;
  if (row === undefined) throw new Error('the insert returned no row');
  return withoutNull(row);
}

function withoutNull<T extends { description: string | null }>(
  row: T,
): Omit<T, 'description'> & { description?: string } {
  const { description, ...rest } = row;
  return description === null ? rest : { ...rest, description };
}

const MATCHES = `(name ilike $1 or description ilike $1 or config ->> 'title' ilike $1)`;

const COUNT = `select count(*) as total from platform.table_configs where ${MATCHES}`;

const LIST = `
  select id, name, description, config ->> 'title' as title,
         concat(config #>> '{data_source,0,schema}', '.', config #>> '{data_source,0,source}') as source,
         version, updated_at
    from platform.table_configs
   where ${MATCHES}
   order by lower(name)
   limit $2 offset $3`;
