import type { RuleVerdict, Action, Rule } from '../../../../src/platform/types.js';
import { Injectable } from '@nestjs/common';
import { AppError, type ErrorDetail } from '../../../../src/foundation/errors.js';
import { newId } from '../../../../src/foundation/ids.js';
import { type JsonObject, isObject } from '../../../../src/foundation/json.js';
import type { Queryable } from '../../../../src/store/database.js';
import type { Page, Stored } from '../../shared/fields.js';
import { requireUuid, type WithFindings } from '../../shared/schema-problems.js';
import { findEntity, type RuleKnowledge, KnowledgeStore } from '../knowledge.store.js';
import { findTriggerType, placeGraph, type RuleGraph } from './rule.model.js';
import { readRule } from '../validation/validate-rule.js';
import {
  type FullRuleDto,
  type RulesQuery,
  insertRule,
  replaceRule,
  RulesStore,
  type StoredRule,
  type StoredSummary,
} from './rules.store.js';

@Injectable()
export class RulesService {
  constructor(
    private readonly store: RulesStore,
    private readonly knowledge: KnowledgeStore,
  ) {}

  /** One page of rules, by name; an unknown entity or trigger type finds none. */
  async list(query: RulesQuery): Promise<Page<StoredSummary>> {
    const { entity, trigger_type: trigger } = query;
    return this.store.list({
      ...query,
      entity: entity === undefined ? undefined : await this.entityName(entity),
      trigger_type: trigger && (findTriggerType(trigger)?.name ?? trigger),
    });
  }

  async get(id: string): Promise<StoredRule> {
    const rule = await this.store.find(requireUuid(id, 'rule'));
    return rule ?? missing(id);
  }

  async remove(id: string): Promise<void> {
    if (!(await this.store.remove(requireUuid(id, 'rule')))) missing(id);
  }

  async tryCreate(body: FullRuleDto): Promise<WithFindings<RuleVerdict>> {
    const { graph, errors } = readRule(body, await this.knowledge.load(new Set()));
    return toVerdict(body, graph, [...errors, ...(await this.nameTaken(graph, undefined))]);
  }

  /** Stores a new rule; rejects with `invalid_rule`, or `conflict` when the name is taken. */
  async create(body: FullRuleDto, callerId: string): Promise<StoredRule> {
    const reading = readRule(body, await this.knowledge.load(new Set()));
    const graph = requireValid(reading.graph, reading.errors);
    return this.write(async (tx) => {
      refuseTaken(await this.nameTaken(graph, undefined, tx));
      const stored = placeGraph(graph, newId(), []);
      await insertRule(tx, stored, callerId);
      return (await this.store.find(stored.id, tx)) ?? missing(stored.id);
    });
  }

  /** Checks a change as {@link update} does; rejects with `not_found`. */
  async tryUpdate(id: string, body: FullRuleDto): Promise<WithFindings<RuleVerdict>> {
    const knowledge = await this.knowledge.load();
    const stored = await this.get(id);
    const { graph, errors } = readUpdate(body, stored, knowledge);
    const moved = movedOn(stored, body.if_version);
    return toVerdict(body, graph, [...moved, ...errors, ...(await this.nameTaken(graph, id))]);
  }

  /**
   * Replaces a rule's graph in one transaction; kept actions keep their ids and the version rises by
   * one. Rejects with `not_found`, `invalid_rule`, or `conflict` for a taken name or an old version.
   */
  async update(id: string, body: FullRuleDto, callerId: string): Promise<StoredRule> {
    requireUuid(id, 'rule');
    // Before the transaction: a second connection inside it could wait for ever.
    const knowledge = await this.knowledge.load();
    return this.write(async (tx) => {
      const stored = (await this.store.findForUpdate(tx, id)) ?? missing(id);
      refuseTaken(movedOn(stored, body.if_version));
      const reading = readUpdate(body, stored, knowledge);
      const graph = requireValid(reading.graph, reading.errors);
      refuseTaken(await this.nameTaken(graph, id, tx));
      await replaceRule(tx, placeGraph(graph, stored.id, stored.actions), callerId);
      return (await this.store.find(id, tx)) ?? missing(id);
    });
  }

  private async entityName(word: string): Promise<string> {
    const found = findEntity(await this.knowledge.entities(), word);
    return 'entity' in found ? found.entity.name : word;
  }

  private async nameTaken(
    graph: RuleGraph | undefined,
    ownId: string | undefined,
    tx?: Queryable,
  ): Promise<ErrorDetail[]> {
    if (graph === undefined) return [];
    const id = await this.store.idOfName(graph.name, tx);
    if (id === undefined || id === ownId?.toLowerCase()) return [];
    return [nameDetail(graph.name)];
  }

  /** Two writers may pass the check at once; the unique index stops the second. */
  private async write(work: (tx: Queryable) => Promise<StoredRule>): Promise<StoredRule> {
    try {
      return await this.store.transaction(work);
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'rules_by_name') throw error;
      throw new AppError('conflict', 'Another rule has this name; choose another one.', [], {
        cause: error,
      });
    }
  }
}

function readUpdate(
  body: FullRuleDto,
  stored: StoredRule,
  knowledge: RuleKnowledge,
): ReturnType<typeof readRule> {
  const storedActions = new Set(stored.actions.map((action) => action.id));
  return readRule(mergeStored(body as JsonObject, stored), { ...knowledge, storedActions });
}

function nameDetail(name: string): ErrorDetail {
  return {
    path: 'name',
    message: `Another rule is called "${name}" (names are compared without case); choose another name, or change that rule`,
  };
}

function movedOn(stored: StoredRule, ifVersion: number | undefined): ErrorDetail[] {
  if (ifVersion === undefined || ifVersion === stored.version) return [];
  const message = `The rule is at version ${stored.version}, not ${ifVersion}: it was changed in the meantime. Read it again and repeat the change`;
  return [{ path: 'if_version', message, allowed: [stored.version] }];
}

function refuseTaken(details: ErrorDetail[]): void {
  const [first] = details;
  if (first !== undefined) throw new AppError('conflict', `${first.message}.`, details);
}

/** The graph, or `invalid_rule` with everything that is wrong. */
export function requireValid(graph: RuleGraph | undefined, errors: ErrorDetail[]): RuleGraph {
  if (graph !== undefined && errors.length === 0) return graph;
  const sentences = errors.slice(0, 5).map((error) => error.message);
  const more = errors.length > 5 ? ` (and ${errors.length - 5} more)` : '';
  throw new AppError(
    'invalid_rule',
    `The rule is not valid: ${sentences.join('; ')}${more}.`,
    errors,
  );
}

function toVerdict(
  body: FullRuleDto,
  graph: RuleGraph | undefined,
  errors: ErrorDetail[],
): WithFindings<RuleVerdict> {
  return {
    valid: errors.length === 0,
    errors,
    action_count: graph?.actions.length ?? body.actions?.length ?? 0,
    edge_count: graph?.edges.length ?? body.edges?.length ?? 0,
  };
}

function missing(id: string): never {
  throw new AppError(
    'not_found',
    `There is no rule with the id '${id}'; GET /v1/workflow/rules lists them.`,
  );
}

const headFields = ['name', 'description', 'is_active'] as const;

/**
 * Fills what the body of an update leaves out with what is stored: the rule's head, and `is_active`
 * and `description` of actions that are kept. The graph itself is always the body's. Trigger
 * conditions speak of one table, so they are kept only while the body names no other.
 */
function mergeStored(body: JsonObject, stored: Stored<Rule>): JsonObject {
  const merged: JsonObject = { ...body };
  for (const field of headFields) merged[field] ??= stored[field];
  if (namesEntity(body.entity ?? stored.entity, stored))
    merged.trigger_conditions ??= stored.trigger_conditions;
  merged.entity ??= stored.entity;
  merged.trigger_type ??= stored.trigger_type;
  if (Array.isArray(body.actions))
    merged.actions = body.actions.map((action: unknown) => mergeAction(action, stored.actions));
  return merged;
}

function namesEntity(word: unknown, { entity }: Stored<Rule>): boolean {
  const wanted = typeof word === 'string' ? word.trim().toLowerCase() : '';
  return wanted === entity || wanted === entity.split('.')[1];
}

function mergeAction(action: unknown, stored: readonly Action[]): unknown {
  if (!isObject(action)) return action;
  const { id, name } = action;
  const isNew = id === undefined || (typeof id === 'string' && id.startsWith('temp:'));
  const kept = stored.find((known) =>
    isNew
      ? typeof name === 'string' && known.name.toLowerCase() === name.trim().toLowerCase()
      : known.id === id,
  );
  if (kept === undefined) return action;
  return { is_active: kept.is_active, description: kept.description, ...action };
}
