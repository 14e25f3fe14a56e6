import { Inject, Injectable, Get, Param, Query } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import type {
  Entity,
  ActionTemplate,
  ActionTypeSchema,
  ActionTypeSummary,
  ReferenceItem,
} from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';
import { type Catalog, CatalogStore } from '../introspection/catalog.store.js';
import {
  DATABASE,
  pageOfRows,
  ListQuery,
  pageOf,
  type Page,
  ErpController,
} from '../shared/fields.js';
import { notFound } from '../../../src/foundation/errors.js';
import { actionTypes, findActionType, portNames, triggerTypes } from './rules/rule.model.js';

export interface EntityColumn {
  name: string;
  type: string;
  values?: readonly string[];
}

export interface RuleKnowledge {
  entities: readonly Entity[];
  /** The columns of `schema.table`; none when there is no such table. */
  columnsOf: (entity: string) => readonly EntityColumn[];
  /** Whether the id belongs to a user or to a role, or to nobody. */
  kindOfPerson: (id: string) => 'user' | 'role' | undefined;
  /** The ids of the stored actions of the rule that is changed; absent when any id may stand. */
  storedActions?: ReadonlySet<string>;
}

/** The entity of that name (`schema.table`, without case) or unique table name; else the near misses. */
export function findEntity(
  entities: readonly Entity[],
  word: string,
): { entity: Entity } | { candidates: string[] } {
  const wanted = word.trim().toLowerCase();
  const exact = entities.find((entity) => entity.name === wanted);
  if (exact !== undefined) return { entity: exact };
  const byTable = entities.filter((entity) => entity.table === wanted);
  const [only] = byTable;
  if (only !== undefined && byTable.length === 1) return { entity: only };
  return { candidates: (byTable.length > 0 ? byTable : entities).map((entity) => entity.name) };
}

@Injectable()
export class KnowledgeStore {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly catalog: CatalogStore,
  ) {}

  entities(): Promise<Entity[]> {
    return this.db.query<Entity>(
      'select id, name, schema, "table" from platform.entities order by name',
    );
  }

  async columnsOf(entity: string): Promise<readonly EntityColumn[]> {
    return columnsIn(await this.catalog.load(), entity);
  }

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

@ErpController('v1/workflow')
export class ReferenceController {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly knowledge: KnowledgeStore,
  ) {}

  @Get('action-types')
  listActionTypes(@Query() query: ListQuery): Page<ActionTypeSummary> {
    const summaries = actionTypes.map((actionType) => {
      const { type, name, description, category, config_schema } = actionType;
      const { required } = config_schema;
      return { type, name, description, category, ports: portNames(actionType), required };
    });
    return pageOf(summaries, query);
  }

  @Get('action-types/:type/schema')
  actionTypeSchema(@Param('type') wanted: string): ActionTypeSchema {
    return findActionType(wanted) ?? missing(wanted);
  }

  @Get('trigger-types')
  listTriggerTypes(@Query() query: ListQuery): Page<ReferenceItem> {
    return pageOf(triggerTypes, query);
  }

  @Get('entities')
  async listEntities(@Query() query: ListQuery): Promise<Page<Entity>> {
    return pageOf(await this.knowledge.entities(), query);
  }

  @Get('templates')
  listTemplates(@Query() query: ListQuery): Promise<Page<ActionTemplate>> {
    const found = sql`select id, name, description, action_type, config, tags from platform.action_templates`;
    return pageOfRows<ActionTemplate>(this.db, found, sql`name`, query);
  }
}

function missing(type: string): never {
  const allowed = actionTypes.map((actionType) => actionType.type);
  const message = `There is no action type '${type.slice(0, 80)}'; the types are ${allowed.join(', ')}.`;
  throw notFound(message, [{ path: 'type', message, allowed }]);
}
