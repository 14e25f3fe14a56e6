import type { Action, Edge, Rule, RuleSummary } from '../../../../src/platform/types.js';
import { Inject, Injectable } from '@nestjs/common';
import { PgDialect } from 'drizzle-orm/pg-core';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, Queryable } from '../../../../src/store/database.js';
import { DATABASE } from '../../shared/database.token.js';
import { containsPattern } from '../../shared/list.model.js';
import type { StoredGraph } from './place-graph.js';
import {
  toAction,
  toEdge,
  toSummary,
  type ActionRow,
  type EdgeRow,
  type SummaryRow,
} from './rule.rows.js';

/** What a list of rules may be narrowed by. */
export interface RuleFilter {
  search?: string | undefined;
  /** Canonical `schema.table`. */
  entity?: string | undefined;
  triggerType?: string | undefined;
  isActive?: boolean | undefined;
}

const dialect = new PgDialect();

const SUMMARY = `
  select r.id, r.name, r.description, r.is_active, r.entity, md5('entity:' || r.entity)::uuid as entity_id,
         r.trigger_type, r.trigger_conditions, r.version, r.created_at, r.updated_at,
         (select count(*) from platform.rule_actions a where a.rule_id = r.id)::int as action_count
    from platform.rules r`;

/** Rules in PostgreSQL. Writing takes a transaction, so that a rule and its graph change together. */
@Injectable()
export class RulesStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** One page of the rules that fit, by name, and how many fit. */
  async list(
    filter: RuleFilter,
    limit: number,
    offset: number,
  ): Promise<{ rules: RuleSummary[]; total: number }> {
    const where = sql.join([sql`true`, ...conditionsOf(filter)], sql` and `);
    const [rows, counts] = await Promise.all([
      this.run<SummaryRow>(
        sql`${sql.raw(SUMMARY)} where ${where} order by lower(r.name) limit ${limit} offset ${offset}`,
      ),
      this.run<{ total: number }>(
        sql`select count(*)::int as total from platform.rules r where ${where}`,
      ),
    ]);
    return { rules: rows.map(toSummary), total: counts[0]?.total ?? 0 };
  }

  /** The rule with its graph, or nothing. */
  async find(id: string, on: Queryable = this.db): Promise<Rule | undefined> {
    const [row] = await on.query<SummaryRow>(`${SUMMARY} where r.id = $1`, [id]);
    if (row === undefined) return undefined;
    const actions = await this.actions(id, on);
    const edges = await this.edges(id, on);
    return { ...toSummary(row), trigger_conditions: row.trigger_conditions, actions, edges };
  }

  /** The same, with the rule held against other writers until the transaction ends. */
  async findForUpdate(tx: Queryable, id: string): Promise<Rule | undefined> {
    await tx.query('select 1 from platform.rules where id = $1 for update', [id]);
    return this.find(id, tx);
  }

  /** A rule's actions in the order they were sent. */
  private async actions(id: string, on: Queryable): Promise<Action[]> {
    const rows = await on.query<ActionRow>(
      'select * from platform.rule_actions where rule_id = $1 order by position',
      [id],
    );
    return rows.map(toAction);
  }

  /** A rule's edges in the order they were sent. */
  private async edges(id: string, on: Queryable): Promise<Edge[]> {
    const rows = await on.query<EdgeRow>(
      'select * from platform.rule_edges where rule_id = $1 order by position',
      [id],
    );
    return rows.map(toEdge);
  }

  /** The id of the rule that has this name, whatever the case. */
  async idOfName(name: string, on: Queryable = this.db): Promise<string | undefined> {
    const rows = await on.query<{ id: string }>(
      'select id from platform.rules where lower(name) = lower($1)',
      [name],
    );
    return rows[0]?.id;
  }

  /** Runs `work` in one transaction. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  /** Removes a rule with its graph; its alerts stay. False when there was none. */
  async remove(id: string): Promise<boolean> {
    const rows = await this.db.query('delete from platform.rules where id = $1 returning id', [id]);
    return rows.length > 0;
  }

  private run<R extends object>(statement: SQL): Promise<R[]> {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return this.db.query<R>(text, params);
  }
}

function conditionsOf({ search, entity, triggerType, isActive }: RuleFilter): SQL[] {
  const found: SQL[] = [];
  if (search !== undefined) {
    const pattern = containsPattern(search);
    found.push(sql`(r.name ilike ${pattern} or r.description ilike ${pattern})`);
  }
  if (entity !== undefined) found.push(sql`r.entity = ${entity}`);
  if (triggerType !== undefined) found.push(sql`r.trigger_type = ${triggerType}`);
  if (isActive !== undefined) found.push(sql`r.is_active = ${isActive}`);
  return found;
}

/** Adds a rule whose ids are placed already. */
export async function insertRule(tx: Queryable, graph: StoredGraph, by: string): Promise<void> {
  await tx.query(
    `insert into platform.rules
       (id, name, description, is_active, entity, trigger_type, trigger_conditions, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [graph.id, ...headOf(graph), by],
  );
  await insertGraph(tx, graph);
}

/** Replaces a rule's head and graph and raises its version; kept actions keep their rows. */
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
  return [
    graph.name,
    graph.description,
    graph.is_active,
    graph.entity,
    graph.trigger_type,
    JSON.stringify(graph.trigger_conditions),
  ];
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
