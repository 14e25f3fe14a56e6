import { requireByName } from '../../../agenttools/names.js';
import { RuleGraph, flowPaths, conditionText } from './graph.js';
import { loadDirectory, withNames } from './people.js';
import { loadActionType, resolveRule, ruleProperties, type RuleInput } from './reference.js';
import {
  type Action,
  type ActionTypeSchema,
  type Rule,
  type Simulation,
  workflowTool,
} from './wire.js';
import { eventProperties, simulatedPath, simulateStored, type EventInput } from './simulation.js';

export const explainWorkflowNode = workflowTool<RuleInput & { node: string }>({
  name: 'explain_workflow_node',
  description:
    'Explains one action (node) of a rule: its full config with recipients by name, what leads to it and where each output port goes. Use it for questions on a single step, e.g. who gets the mail or what the text says.',
  properties: {
    ...ruleProperties,
    node: { type: 'string', description: 'Name or id of the action.' },
  },
  required: ['node'],
  examples: [
    'who receives the alert in this rule?',
    'what does the step "Check stock" check',
    'which text does the email action send',
    'how is the approval node set up',
    'details of the second action',
    'what severity does the alert have here',
  ],
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    const action = findAction(input.node, rule);
    const [type, directory] = await Promise.all([
      loadActionType(context.read, action.action_type),
      loadDirectory(context.read),
    ]);
    const { id, name, action_type, description, is_active } = action;
    return {
      result: {
        workflow: rule.name,
        ...{ id, name, action_type, what_it_does: type.description },
        description: description || undefined,
        is_active,
        config: withNames(action.config, directory),
        ...connections(action, rule, type),
      },
    };
  },
});

/** By id or name, else by action type when only one action has it. */
function findAction(wanted: string, rule: Rule): Action {
  const byId = rule.actions.find((action) => action.id === wanted);
  const type = wanted.trim().toLowerCase().replaceAll(' ', '_');
  const ofType = rule.actions.filter((action) => action.action_type === type);
  if (byId) return byId;
  if (ofType.length === 1 && ofType[0]) return ofType[0];
  return requireByName(rule.actions, wanted, {
    nameOf: (action) => action.name,
    noun: `action of "${rule.name}"`,
    listTool: 'get_workflow_rule',
  });
}

function connections(action: Action, rule: Rule, type: ActionTypeSchema) {
  const graph = new RuleGraph(rule.actions, rule.edges);
  const ways = graph.next(action.id);
  return {
    comes_after: graph.into(action.id).map((edge) => {
      const source = edge.source_action_id ? graph.node(edge.source_action_id) : undefined;
      return source ? `${source.name}:${edge.source_output ?? '*'}` : 'start';
    }),
    outputs: Object.fromEntries(
      type.ports.map((port) => {
        const targets = ways.filter((way) => way.port === port.name || way.port === null);
        return [port.name, targets.map((way) => way.target.name).join(', ') || '(ends here)'];
      }),
    ),
  };
}

export const explainWorkflowPath = workflowTool<RuleInput & EventInput>({
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
  contextIds: { workflow_id: { key: 'workflow_id' } },
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    const workflow = rule.name;
    if (input.record === undefined) {
      const fires = `${rule.trigger_type} of ${rule.entity}`;
      const only_when = rule.trigger_conditions.map(conditionText);
      return { result: { workflow, fires, only_when, paths: flowPaths(rule.actions, rule.edges) } };
    }
    return { result: { workflow, ...story(await simulateStored(rule.id, input, context)) } };
  },
});

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
