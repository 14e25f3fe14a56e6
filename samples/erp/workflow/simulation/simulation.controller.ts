import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { systemClock } from '../../../../src/foundation/clock.js';
import type {
  Estimate,
  Simulation,
  Action,
  SimulationStep,
} from '../../../../src/platform/types.js';
import { ErpController } from '../../shared/fields.js';
import { KnowledgeStore, type RuleKnowledge } from '../knowledge.store.js';
import { EstimateDto, RulesStore, SimulateDto, SimulateUnsavedDto } from '../rules/rules.store.js';
import { readRule, requireValid } from '../validation/validate-rule.js';
import { defaultPort, findActionType, type RuleGraph } from '../rules/rule.model.js';
import { LiveDataStore, type TimedRow, type Window } from './live-data.store.js';
import {
  decideEffect,
  deciders,
  type Decision,
  type DecisionContext,
  type LiveData,
} from './decide.js';
import { evaluateAll, type Scope, asText } from './evaluate.js';

/** Walks a valid rule as the event would, deciding each action on the record and the live data. Writes nothing. */
export async function simulate(
  rule: RuleGraph,
  event: SimulateDto,
  live: LiveData,
  now: Date,
): Promise<Simulation> {
  const scope: Scope = { record: event.record, previous: event.previous, outputs: new Map(), now };
  const { holds, reason, assumptions } = evaluateTrigger(rule, event, scope);
  if (!rule.is_active) assumptions.push('the rule is inactive; it was walked as if it were active');
  const context = { scope, live, entity: rule.entity };
  const steps = holds ? await walk(rule, context, assumptions) : [];
  const reached = new Set(steps.map((step) => step.action_id));
  const not_reached = rule.actions.filter(({ id }) => !reached.has(id)).map(({ name }) => name);
  return { triggered: holds, reason, steps, not_reached, assumptions: [...new Set(assumptions)] };
}

function evaluateTrigger(
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
    const { name, action_type } = action;
    steps.push({ action_id: id, action: name, action_type, port, reason });
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

const MAX_EXAMINED = 10_000;
const SAMPLE = 5;

/** Which column tells when a row was added or changed, first match first. */
const timeColumns: Readonly<Record<string, readonly string[]>> = {
  on_create: ['created_at', 'ordered_at', 'order_date', 'granted_at'],
  on_update: ['updated_at'],
};

export function windowOf(
  rule: RuleGraph,
  days: number,
  knowledge: Pick<RuleKnowledge, 'columnsOf'>,
): Window | { note: string } {
  const { entity, trigger_type: triggerType } = rule;
  const candidates = timeColumns[triggerType];
  const untold = `A rule on ${triggerType} leaves no trace in the data, so nothing was counted.`;
  if (candidates === undefined) return { note: untold };
  const names = knowledge.columnsOf(entity).map((column) => column.name);
  const column = candidates.find((candidate) => names.includes(candidate));
  const missing = `${entity} has no column that tells when a row was ${verb(triggerType)} (${candidates.join(', ')}), so nothing was counted.`;
  if (column === undefined) return { note: missing };
  const laterThan =
    column === 'updated_at' && names.includes('created_at') ? 'created_at' : undefined;
  return { entity, column, days, laterThan, limit: MAX_EXAMINED };
}

function countFirings(rule: RuleGraph, window: Window, rows: readonly TimedRow[]): Estimate {
  const { entity, column, days } = window;
  const assumptions = new Set<string>();
  const fired = rows.filter(({ record, at }) => {
    const scope = { record, previous: undefined, outputs: new Map(), now: at };
    const found = evaluateTrigger(rule, { record }, scope);
    found.assumptions.forEach((assumption) => assumptions.add(assumption));
    return found.holds;
  });
  const notes = [
    `Counted rows of ${entity} ${verb(rule.trigger_type)} (${column}) in the ${days} days up to the latest one, with the trigger conditions checked on the rows as they are now.`,
  ];
  if (rule.trigger_type === 'on_update')
    notes.push('Only the last update of a row is known, so the true number may be higher.');
  if (rows.length === MAX_EXAMINED)
    notes.push(`Only the latest ${MAX_EXAMINED} rows were examined.`);
  if (assumptions.size > 0) notes.push(`Assumed: ${[...assumptions].join('; ')}.`);
  if (!rule.is_active) notes.push('The rule is inactive: it would not have fired at all.');
  return {
    days,
    records_examined: rows.length,
    firings: fired.length,
    per_day: Math.round((fired.length / days) * 100) / 100,
    sample: fired
      .slice(0, SAMPLE)
      .map(({ record, at }) => ({ id: asText(record.id), at: at.toISOString() })),
    note: notes.join(' '),
  };
}

function verb(triggerType: string): string {
  return triggerType === 'on_update' ? 'changed' : 'added';
}

@ErpController('v1/workflow/rules')
export class SimulationController {
  constructor(
    private readonly rules: RulesStore,
    private readonly knowledge: KnowledgeStore,
    private readonly live: LiveDataStore,
  ) {}

  @Post('simulate')
  @HttpCode(200)
  async simulateUnsaved(@Body() { rule, ...event }: SimulateUnsavedDto): Promise<Simulation> {
    const graph = requireValid(readRule(rule, await this.knowledge.load()));
    return simulate(graph, event, this.live, systemClock());
  }

  @Post(':id/simulate')
  @HttpCode(200)
  async simulate(@Param('id') id: string, @Body() event: SimulateDto): Promise<Simulation> {
    return simulate(await this.rules.get(id), event, this.live, systemClock());
  }

  @Post(':id/estimate')
  @HttpCode(200)
  async estimate(@Param('id') id: string, @Body() { days }: EstimateDto): Promise<Estimate> {
    const graph = await this.rules.get(id);
    const window = windowOf(graph, days, await this.knowledge.load());
    if ('note' in window)
      return { days, records_examined: 0, firings: 0, per_day: 0, sample: [], note: window.note };
    return countFirings(graph, window, await this.live.recentRows(window));
  }
}
