import { Inject, Injectable } from '@nestjs/common';
import { sql, type SQL } from 'drizzle-orm';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
} from 'class-validator';
import type { Action, Edge, Rule, RuleSummary } from '../../../../src/platform/types.js';
import { type Database, type Queryable, withoutNulls } from '../../../../src/store/database.js';
import {
  DATABASE,
  type Stored,
  pageOfRows,
  rowById,
  rowsOf,
  containsPattern,
  type Page,
  Whole,
  SearchQuery,
} from '../../shared/fields.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { Type } from '../../../../src/http/field-type.js';
import { withUniqueName } from '../../shared/schema-problems.js';
import type { StoredGraph } from './rule.model.js';

export class RulesQuery extends SearchQuery {
  @IsOptional()
  @IsString()
  @MaxLength(255)
  entity?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  trigger_type?: string;

  @IsOptional()
  @Type(() => Boolean)
  @IsBoolean({ message: 'is_active must be true or false' })
  is_active?: boolean;
}

export class DryRunQuery {
  @IsOptional()
  @Type(() => Boolean)
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}

/** The top level of a rule; what is inside is checked by the rule validator, which says more. */
export class FullRuleDto {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsString() description?: string;
  @IsOptional() @IsBoolean() is_active?: boolean;
  @IsOptional() @IsString() entity?: string;
  @IsOptional() @IsString() trigger_type?: string;
  @IsOptional() @IsArray() trigger_conditions?: unknown[];
  @IsOptional() @IsArray() actions?: unknown[];
  @IsOptional() @IsArray() edges?: unknown[];

  @IsOptional()
  @IsInt({ message: 'if_version must be a whole number from 1' })
  @Min(1, { message: 'if_version must be a whole number from 1' })
  if_version?: number;
}

export class SimulateDto {
  @IsObject({ message: 'record must be an object of column names and values' })
  record: JsonObject;

  @IsOptional()
  @IsObject({ message: 'previous must be an object: the record before the update' })
  previous?: JsonObject;

  @IsOptional()
  @IsIn(['on_create', 'on_update', 'on_delete', 'manual'], {
    message: 'event must be one of on_create, on_update, on_delete, manual',
  })
  event?: string;
}

export class SimulateUnsavedDto extends SimulateDto {
  @IsObject({ message: 'rule must be an object: the body of a rule' })
  rule: JsonObject;
}

export class EstimateDto {
  @Whole('days', 1, 3650)
  days: number;
}

export type StoredRule = Stored<Rule>;

export type StoredSummary = Stored<RuleSummary>;

const RULES = sql`
  select r.id, r.name, r.description, r.is_active, r.entity, r.trigger_type,
         r.version, r.created_at, r.updated_at,
         (select count(*) from platform.rule_actions a where a.rule_id = r.id)::int as action_count`;

@Injectable()
export class RulesStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async list(query: RulesQuery): Promise<Page<StoredSummary>> {
    const where = sql.join(conditionsOf(query), sql` and `);
    const select = sql`${RULES} from platform.rules r where ${where}`;
    return pageOfRows<StoredSummary>(this.db, select, sql`lower(r.name)`, query);
  }

  /** The rule with its graph; rejects with `not_found`. */
  async get(id: string, on: Queryable = this.db): Promise<StoredRule> {
    const heads = sql`${RULES}, r.trigger_conditions from platform.rules r`;
    const head = await rowById<Omit<StoredRule, 'actions' | 'edges'>>(on, 'rule', heads, id);
    const actions = await rowsOf<Action>(
      on,
      sql`select id, name, action_type, description, is_active, config
            from platform.rule_actions where rule_id = ${id} order by position`,
    );
    const edges = await rowsOf<Edge>(
      on,
      sql`select id, source_action_id, source_output, target_action_id, edge_type, edge_order
            from platform.rule_edges where rule_id = ${id} order by position`,
    );
    return { ...head, actions: actions.map(withoutNulls), edges };
  }

  write<T>(name: string, work: (tx: Queryable) => Promise<T>): Promise<T> {
    return withUniqueName('rule', name, () => this.db.transaction(work));
  }

  async idOfName(name: string): Promise<string | undefined> {
    const rows = await this.db.query<{ id: string }>(
      'select id from platform.rules where lower(name) = lower($1)',
      [name],
    );
    return rows[0]?.id;
  }

  /** Removes a rule with its graph; its alerts stay. Rejects with `not_found`. */
  async remove(id: string): Promise<void> {
    await this.get(id);
    await this.db.query('delete from platform.rules where id = $1', [id]);
  }
}

function conditionsOf({ search, entity, trigger_type, is_active }: RulesQuery): SQL[] {
  const pattern = containsPattern(search ?? '');
  return [
    sql`(r.name ilike ${pattern} or r.description ilike ${pattern})`,
    ...(entity === undefined ? [] : [sql`r.entity = ${entity}`]),
    ...(trigger_type === undefined ? [] : [sql`r.trigger_type = ${trigger_type}`]),
    ...(is_active === undefined ? [] : [sql`r.is_active = ${is_active}`]),
  ];
}

export async function insertRule(tx: Queryable, graph: StoredGraph, by: string): Promise<void> {
  await tx.query(
    `insert into platform.rules
       (id, name, description, is_active, entity, trigger_type, trigger_conditions, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [graph.id, ...headOf(graph), by],
  );
  await insertGraph(tx, graph);
}

export async function replaceRule(tx: Queryable, graph: StoredGraph, by: string): Promise<void> {
  await tx.query(
    `update platform.rules
        set name = $2, description = $3, is_active = $4, entity = $5, trigger_type = $6,
            trigger_conditions = $7, updated_by = $8, version = version + 1, updated_at = now()
      where id = $1`,
    [graph.id, ...headOf(graph), by],
  );
  await tx.query('delete from platform.rule_edges where rule_id = $1', [graph.id]);
  await tx.query('delete from platform.rule_actions where rule_id = $1 and id <> all($2::uuid[])', [
    graph.id,
    graph.actions.map((action) => action.id),
  ]);
  await insertGraph(tx, graph);
}

function headOf(graph: StoredGraph): unknown[] {
  const { name, description, is_active, entity, trigger_type, trigger_conditions } = graph;
  return [name, description, is_active, entity, trigger_type, JSON.stringify(trigger_conditions)];
}

async function insertGraph(tx: Queryable, { id, actions, edges }: StoredGraph): Promise<void> {
  await tx.query(
    `insert into platform.rule_actions (id, rule_id, position, name, action_type, description, is_active, config)
     select (a->>'id')::uuid, $1, position, a->>'name', a->>'action_type', a->>'description',
            (a->>'is_active')::boolean, a->'config'
       from jsonb_array_elements($2::jsonb) with ordinality as list(a, position)
     on conflict (id) do update
        set position = excluded.position, name = excluded.name, action_type = excluded.action_type,
            description = excluded.description, is_active = excluded.is_active, config = excluded.config
      where rule_actions.rule_id = excluded.rule_id`,
    [id, JSON.stringify(actions)],
  );
  await tx.query(
    `insert into platform.rule_edges
       (id, rule_id, position, source_action_id, source_output, target_action_id, edge_type, edge_order)
     select (e->>'id')::uuid, $1, position, (e->>'source_action_id')::uuid, e->>'source_output',
            (e->>'target_action_id')::uuid, e->>'edge_type', (e->>'edge_order')::int
       from jsonb_array_elements($2::jsonb) with ordinality as list(e, position)`,
    [id, JSON.stringify(edges)],
  );
}
