import { Inject, Injectable } from '@nestjs/common';
import type { Entity } from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';
import type { Catalog } from '../introspection/catalog.js';
import { CatalogStore } from '../introspection/catalog.store.js';
import { DATABASE } from '../shared/database.token.js';
import type { EntityColumn, RuleKnowledge } from './knowledge.js';

/** Reads what rules may refer to from the live database: tables, columns, people. */
@Injectable()
export class KnowledgeStore {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly catalog: CatalogStore,
  ) {}

  /** Every table a rule can watch, by name. */
  entities(): Promise<Entity[]> {
    return this.db.query<Entity>(
      'select id, name, schema, "table" from platform.entities order by name',
    );
  }

  /** The columns of `schema.table`; none when there is no such table. */
  async columnsOf(entity: string): Promise<readonly EntityColumn[]> {
    return columnsIn(await this.catalog.load(), entity);
  }

  /** All of it at once, as the validator wants it. */
  async load(storedActions?: ReadonlySet<string>): Promise<RuleKnowledge> {
    const [entities, catalog, people] = await Promise.all([
      this.entities(),
      this.catalog.load(),
      this.people(),
    ]);
    return {
      entities,
      columnsOf: (entity) => columnsIn(catalog, entity),
      kindOfPerson: (id) => people.get(id.toLowerCase()),
      storedActions,
    };
  }

  private async people(): Promise<Map<string, 'user' | 'role'>> {
    const rows = await this.db.query<{ id: string; kind: 'user' | 'role' }>(
      "select id, 'user' as kind from core.users union all select id, 'role' from core.roles",
    );
    return new Map(rows.map((row) => [row.id, row.kind]));
  }
}

function columnsIn(catalog: Catalog, entity: string): EntityColumn[] {
  const [schema = '', table = ''] = entity.split('.');
  return (catalog.table(schema, table)?.columns ?? []).map(({ name, pg_type, enum: labels }) => ({
    name,
    type: pg_type,
    values: labels === undefined ? undefined : catalog.enum(schema, labels)?.values,
  }));
}
