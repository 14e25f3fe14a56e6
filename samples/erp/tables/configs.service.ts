import { Injectable, Inject } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { AppError } from '../../../src/foundation/errors.js';
import type {
  Validation,
  ConfigSummary,
  StoredConfig,
  TableConfig,
} from '../../../src/platform/types.js';
import { CatalogStore } from '../introspection/catalog.store.js';
import {
  type Page,
  type SearchQuery,
  DATABASE,
  type Stored,
  pageOfRows,
  rowsOf,
  containsPattern,
  Name,
  Text,
  Whole,
  MAX_PAGE,
  MAX_ROWS,
} from '../shared/fields.js';
import {
  requireUuid,
  requireVersion,
  type WithFindings,
  withUniqueName,
} from '../shared/schema-problems.js';
import { newId } from '../../../src/foundation/ids.js';
import { type Database, withoutNulls } from '../../../src/store/database.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { Type } from '../../../src/http/field-type.js';
import type { Knowledge } from './validation/scope.js';
import { requireValidConfig, validateTableConfig } from './validation/validate.js';

const CONFIG_MESSAGE = 'config must be an object: a table config (docs/table-configs.md)';

export class ConfigBody {
  @IsObject({ message: CONFIG_MESSAGE })
  config: JsonObject;
}

export class CreateConfigBody extends ConfigBody {
  @Name()
  name: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;
}

/** A changed config; `name` and `description` stay when left out. */
export class UpdateConfigBody extends ConfigBody {
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

/** A page of a config's rows; `rows` is the config's own when left out. */
export class QueryConfigBody extends ConfigBody {
  @IsOptional()
  @Type(() => Number)
  @Whole('page', 1, MAX_PAGE)
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @Whole('rows', 1, MAX_ROWS)
  rows?: number;
}

export class SummarizeConfigBody extends ConfigBody {
  @IsOptional()
  @Text('group_by', 127)
  group_by?: string;

  @IsOptional()
  @IsArray({ message: 'sum must be a list of column names' })
  @ArrayMaxSize(20, { message: 'sum must name at most 20 columns' })
  @IsString({ each: true, message: 'sum must be a list of column names' })
  sum: string[] = [];
}

export type ConfigRow = Stored<StoredConfig>;

export type SummaryRow = Stored<ConfigSummary>;

interface ConfigInput {
  name: string;
  description?: string | undefined;
  config: TableConfig;
}

const FIELDS = sql`id, name, description, config, version, is_system, created_at, updated_at`;

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

  async roleNames(): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>('select name from core.roles order by name');
    return rows.map((row) => row.name);
  }
}

const NOUN = 'table config';

/** Stored table configs: only valid ones come in, names are unique, versions guard against lost changes. */
@Injectable()
export class ConfigsService {
  constructor(
    private readonly store: ConfigsStore,
    private readonly catalog: CatalogStore,
  ) {}

  list(query: SearchQuery): Promise<Page<SummaryRow>> {
    return this.store.list(query);
  }

  async get(id: string): Promise<ConfigRow> {
    const found = await this.store.find(requireUuid(id, NOUN));
    if (found !== undefined) return found;
    throw new AppError('not_found', `There is no table config with the id '${id}'.`);
  }

  async getByName(name: string): Promise<ConfigRow> {
    const found = await this.store.findByName(name);
    if (found !== undefined) return found;
    const message = `There is no table config named '${name}'. List them with GET /v1/data/configs.`;
    throw new AppError('not_found', message);
  }

  async create(body: CreateConfigBody): Promise<ConfigRow> {
    const { config } = requireValidConfig(body.config, await this.knowledge());
    const { name, description } = body;
    return this.get(await this.store.insert({ name: name.trim(), description, config }));
  }

  async update(id: string, body: UpdateConfigBody): Promise<ConfigRow> {
    const current = await this.get(id);
    requireVersion(NOUN, body.if_version, current.version);
    const { config } = requireValidConfig(body.config, await this.knowledge());
    const changed = await this.store.update(id, current.version, {
      name: body.name?.trim() ?? current.name,
      description: body.description ?? current.description,
      config,
    });
    const now = await this.get(id);
    // Someone else wrote between our read and our write.
    if (!changed) requireVersion(NOUN, current.version, now.version);
    return now;
  }

  async delete(id: string): Promise<void> {
    const { name, is_system } = await this.get(id);
    if (is_system) {
      const message = `'${name}' is part of the system and cannot be deleted; it can be changed.`;
      throw new AppError('conflict', message);
    }
    const pages = await this.store.pagesWith(id);
    if (pages.length > 0) {
      const message = `'${name}' is shown on ${pages.join(', ')}: take it off those pages first.`;
      throw new AppError('conflict', message);
    }
    await this.store.delete(id);
  }

  async validate(config: unknown): Promise<WithFindings<Validation>> {
    return validateTableConfig(config, await this.knowledge());
  }

  async knowledge(): Promise<Knowledge> {
    const [catalog, roles] = await Promise.all([this.catalog.load(), this.store.roleNames()]);
    return { catalog, roles };
  }
}
