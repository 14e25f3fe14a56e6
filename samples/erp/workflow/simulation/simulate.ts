import type { Action, Simulation, SimulationStep } from '../../../../src/platform/types.js';
import { defaultPort, findActionType } from '../action-types.js';
import type { RuleGraph } from '../rules/rule.model.js';
import type { SimulateDto } from '../rules/rules.dto.js';
import {
  decideCondition,
  decideLookup,
  decideTransition,
  decideEffect,
  decideInventory,
  decideReorder,
  type Decide,
  type Decision,
  type DecisionContext,
  type LiveData,
} from './decide.js';
import { evaluateAll } from './evaluate.js';
import type { Scope } from './scope.js';

const deciders: Readonly<Record<string, Decide>> = {
  evaluate_condition: decideCondition,
  check_inventory: decideInventory,
  check_reorder_point: decideReorder,
  lookup_entity: decideLookup,
  transition_status: decideTransition,
};

/** Walks a valid rule as the event would, deciding each action on the record and the live data. Writes nothing. */
export async function simulate(
  rule: RuleGraph,
  event: SimulateDto,
  live: LiveData,
  now: Date,
): Promise<Simulation> {
  const scope: Scope = { record: event.record, previous: event.previous, outputs: new Map(), now };
  const trigger = evaluateTrigger(rule, event, scope);
  const assumptions = [...trigger.assumptions];
  if (!rule.is_active) assumptions.push('the rule is inactive; it was walked as if it were active');
  const steps = trigger.holds
    ? await walk(rule, { scope, live, entity: rule.entity }, assumptions)
    : [];
  const reached = new Set(steps.map((step) => step.action_id));
  return {
    triggered: trigger.holds,
    reason: trigger.reason,
    steps,
    not_reached: rule.actions.filter(({ id }) => !reached.has(id)).map(({ name }) => name),
    assumptions: [...new Set(assumptions)],
  };
}

/** Whether the event sets the rule off. */
export function evaluateTrigger(
  rule: Pick<RuleGraph, 'trigger_type' | 'trigger_conditions' | 'entity'>,
  { event }: SimulateDto,
  scope: Scope,
): { holds: boolean; reason: string; assumptions: string[] } {
  if (event !== undefined && event !== rule.trigger_type) {
    const reason = `the rule fires ${rule.trigger_type} of ${rule.entity}, not ${event}`;
    return { holds: false, reason, assumptions: [] };
  }
  const found = evaluateAll(rule.trigger_conditions, 'and', scope);
  if (rule.trigger_conditions.length === 0)
    return { ...found, reason: `${rule.trigger_type} of ${rule.entity}, without conditions` };
  return found;
}

async function walk(
  rule: RuleGraph,
  context: DecisionContext,
  assumptions: string[],
): Promise<SimulationStep[]> {
  const actions = new Map(rule.actions.map((action) => [action.id, action]));
  const queue = rule.edges
    .filter((edge) => edge.edge_type === 'start')
    .map((edge) => edge.target_action_id);
  const seen = new Set(queue);
  const steps: SimulationStep[] = [];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const action = actions.get(id);
    if (action === undefined) continue;
    const { port, reason, assumptions: assumed, output } = await decide(action, context);
    steps.push({
      action_id: id,
      action: action.name,
      action_type: action.action_type,
      port,
      reason,
    });
    assumptions.push(...(assumed ?? []));
    if (output !== undefined) context.scope.outputs.set(output.key, output.row);
    for (const target of nextOf(rule, id, port)) {
      if (!seen.has(target)) queue.push(target);
      seen.add(target);
    }
  }
  return steps;
}

function decide(action: Action, context: DecisionContext): Promise<Decision> {
  if (action.is_active) return (deciders[action.action_type] ?? decideEffect)(action, context);
  const type = findActionType(action.action_type);
  const port = type === undefined ? '' : defaultPort(type);
  return Promise.resolve({ port, reason: `inactive: skipped, on through ${port}` });
}

function nextOf(rule: RuleGraph, id: string, port: string): string[] {
  return rule.edges
    .filter(
      (edge) =>
        edge.source_action_id === id &&
        (edge.edge_type === 'always' || edge.source_output === port),
    )
    .sort((one, other) => one.edge_order - other.edge_order)
    .map((edge) => edge.target_action_id);
}
