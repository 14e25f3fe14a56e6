import type { Entity } from '../../../src/platform/types.js';
import { Inject, Injectable } from '@nestjs/common';
import { defined } from '../../../src/foundation/defined.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import type { EntityColumn, RuleKnowledge } from './knowledge.js';

interface ColumnRow {
  entity: string;
  name: string;
  type: string;
  values: string[] | null;
}

/** Reads what rules may refer to from the live database: tables, columns, people. */
@Injectable()
export class KnowledgeStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Every table a rule can watch, by name. */
  entities(): Promise<Entity[]> {
    return this.db.query<Entity>(
      'select id, name, schema, "table" from platform.entities order by name',
    );
  }

  /** All of it at once, as the validator wants it. */
  async load(storedActions?: ReadonlySet<string>): Promise<RuleKnowledge> {
    const [entities, columns, people] = await Promise.all([
      this.entities(),
      this.columns(),
      this.people(),
    ]);
    return {
      entities,
      columnsOf: (entity) => columns.get(entity) ?? [],
      kindOfPerson: (id) => people.get(id.toLowerCase()),
      ...defined({ storedActions }),
    };
  }

  private async columns(): Promise<Map<string, EntityColumn[]>> {
    const rows = await this.db.query<ColumnRow>(COLUMNS);
    const byEntity = new Map<string, EntityColumn[]>();
    for (const { entity, name, type, values } of rows) {
      const columns = byEntity.get(entity) ?? [];
      columns.push({ name, type, ...defined({ values: values ?? undefined }) });
      byEntity.set(entity, columns);
    }
    return byEntity;
  }

  private async people(): Promise<Map<string, 'user' | 'role'>> {
    const rows = await this.db.query<{ id: string; kind: 'user' | 'role' }>(
      "select id, 'user' as kind from core.users union all select id, 'role' from core.roles",
    );
    return new Map(rows.map((row) => [row.id, row.kind]));
  }
}

const COLUMNS = `
  select e.name as entity, a.attname::text as name, t.typname::text as type,
         (select json_agg(l.enumlabel order by l.enumsortorder)
            from pg_catalog.pg_enum l where l.enumtypid = t.oid) as values
    from platform.entities e
    join pg_catalog.pg_namespace n on n.nspname = e.schema
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = e."table"
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    join pg_catalog.pg_type t on t.oid = a.atttypid
   where a.attnum > 0 and not a.attisdropped
   order by e.name, a.attnum`;
