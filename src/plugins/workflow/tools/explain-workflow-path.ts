import { defineTool } from '../../../agenttools/define-tool.js';
import { flowPaths } from './rule-outline.js';
import { resolveRule, ruleProperties, type RuleInput } from './resolve-rule.js';
import { conditionText } from './rule-lines.js';
import { eventBody, eventProperties, simulatedPath, type EventInput } from './simulation.js';
import type { Rule, Simulation } from './wire.js';
import type { WorkflowServices } from '../services.js';

type Input = RuleInput & EventInput;

/** How an event travels through a rule, told step by step. */
export const explainWorkflowPath = defineTool<Input, WorkflowServices>({
  name: 'explain_workflow_path',
  description:
    'Explains which path an event takes through a saved rule and why: pass `record` (and `previous` for an update) to follow one event, or leave it out to get every possible path with what must hold for it.',
  properties: { ...ruleProperties, ...eventProperties },
  examples: [
    'what happens in this rule when the quantity drops to 3?',
    'which path does an order over 5000 take',
    'walk me through the branches of this workflow',
    'what if the approval is rejected?',
    'when does the mail go out in this flow',
    'when would it go down the failure route',
    'follow an item with zero stock through the rule',
  ],
  groups: ['workflow'],
  effect: 'read',
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    if (input.record === undefined) return { result: allPaths(rule) };
    const simulation = await context.read.send<Simulation>({
      method: 'POST',
      segments: ['v1', 'workflow', 'rules', rule.id, 'simulate'],
      body: eventBody(input),
    });
    return { result: { workflow: rule.name, ...story(simulation) } };
  },
});

function allPaths(rule: Rule) {
  return {
    workflow: rule.name,
    fires: `${rule.trigger_type} of ${rule.entity}`,
    only_when: rule.trigger_conditions.map(conditionText),
    paths: flowPaths(rule.actions, rule.edges),
  };
}

function story(simulation: Simulation) {
  if (!simulation.triggered) return { fires: false, because: simulation.reason };
  return {
    fires: true,
    because: simulation.reason,
    path: simulatedPath(simulation),
    steps: simulation.steps.map(
      (step, at) => `${at + 1}. ${step.action} → ${step.port}: ${step.reason}`,
    ),
    not_reached: simulation.not_reached,
    assumptions: simulation.assumptions,
  };
}
