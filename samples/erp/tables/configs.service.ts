import { Injectable } from '@nestjs/common';
import { AppError } from '../../../src/foundation/errors.js';
import type { Validation } from '../../../src/platform/types.js';
import { CatalogStore } from '../introspection/catalog.store.js';
import type { Page, SearchQuery } from '../shared/fields.js';
import { requireUuid, requireVersion, type WithFindings } from '../shared/refusals.js';
import type { CreateConfigBody, UpdateConfigBody } from './configs.dto.js';
import { ConfigsStore, type ConfigRow, type SummaryRow } from './configs.store.js';
import type { Knowledge } from './validation/rule.js';
import { requireValidConfig, validateTableConfig } from './validation/validate.js';

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

  /** What configs are checked against, as it is now. */
  async knowledge(): Promise<Knowledge> {
    const [catalog, roles] = await Promise.all([this.catalog.load(), this.store.roleNames()]);
    return { catalog, roles };
  }
}
