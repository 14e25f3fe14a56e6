import { asList, textProperty } from '../../../foundation/json.js';
import { requireByName } from '../../../agenttools/names.js';
import type { PortsByType } from './full-rule.js';
import { contradicts, judgeAll } from './condition-logic.js';
import { RuleGraph, type Way, flowOutline, flowPaths, conditionText } from './graph.js';
import {
  type Action,
  type Condition,
  type Rule,
  workflowTool,
  type ActionTypeSchema,
  type Simulation,
} from './wire.js';
import { writeOf } from './cascade.js';
import {
  listActionTypes,
  portsByType,
  resolveRule,
  ruleProperties,
  type RuleInput,
  loadActionType,
} from './reference.js';
import { loadDirectory, withNames } from './people.js';
import { eventProperties, simulatedPath, simulateStored, type EventInput } from './simulation.js';

/** One weakness of a rule. `problem`: it does not do what it seems to; `hint`: worth a look. */
interface Finding {
  severity: keyof typeof RANK;
  kind: string;
  action?: string;
  message: string;
}

const FAILURE_PORTS = ['failure', 'rejected', 'timed_out', 'invalid_transition', 'not_found'];
const RANK = { problem: 0, warning: 1, hint: 2 };

/** Weaknesses of a valid rule, gravest first: dead ends, failures nobody handles, pointless branches. */
export function analyzeRule(rule: Rule, ports: PortsByType): Finding[] {
  const graph = new RuleGraph(rule.actions, rule.edges);
  const reachable = graph.reachable();
  const findings = rule.actions.flatMap((action) => {
    const { id, name, is_active } = action;
    if (!reachable.has(id)) {
      const message = `No path from the start leads to "${name}"; it never runs.`;
      return found('problem', 'unreachable', message, action);
    }
    const off = `"${name}" is switched off; check what that means for the actions behind it.`;
    const ways = graph.next(id);
    const known = ports.get(action.action_type) ?? [];
    return [
      ...(is_active ? [] : found('warning', 'inactive', off, action)),
      ...openPorts(action, known, ways),
      ...sameTargets(action, known, ways),
      ...fixedCondition(action, rule),
    ];
  });
  return [...neverFires(rule), ...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}

function found(
  severity: Finding['severity'],
  kind: string,
  message: string,
  { name }: Partial<Action> = {},
): Finding[] {
  return [{ severity, kind, action: name, message }];
}

function openPorts(action: Action, ports: readonly string[], ways: readonly Way[]): Finding[] {
  if (ways.some((way) => way.port === null)) return [];
  const open = ports.filter((port) => !ways.some((way) => way.port === port));
  const failures = open.filter((port) => FAILURE_PORTS.includes(port));
  const answers = open.filter((port) => port !== 'success' && !FAILURE_PORTS.includes(port));
  const findings: Finding[] = [];
  if (failures.length > 0) {
    const grave = ways.length > 0 || failures.some((port) => port !== 'failure');
    const message = `Nothing happens when "${action.name}" ends in ${failures.join(', ')}: no edge leaves ${failures.length === 1 ? 'that port' : 'those ports'}.`;
    findings.push(...found(grave ? 'warning' : 'hint', 'missing_failure_path', message, action));
  }
  if (answers.length > 0) {
    const all = answers.length === ports.filter((port) => !FAILURE_PORTS.includes(port)).length;
    const message = all
      ? `"${action.name}" asks a question, but no answer (${answers.join(', ')}) leads anywhere.`
      : `The flow ends without a word when "${action.name}" answers ${answers.join(', ')}.`;
    findings.push(...found(all ? 'warning' : 'hint', 'dead_end', message, action));
  }
  return findings;
}

/** A branch whose every port leads to the same actions decides nothing. */
function sameTargets(action: Action, ports: readonly string[], ways: readonly Way[]): Finding[] {
  const branching = ports.length > 1 && !ports.includes('success');
  if (!branching || ways.length === 0) return [];
  const targets = ports.map((port) => {
    const own = ways.filter((way) => way.port === port || way.port === null);
    return own
      .map((way) => way.target.id)
      .sort()
      .join();
  });
  if (new Set(targets).size > 1) return [];
  const message = `All answers of "${action.name}" (${ports.join(', ')}) lead to the same actions; the branch makes no difference.`;
  return found('warning', 'no_difference', message, action);
}

/** An `evaluate_condition` whose answer the trigger conditions or the condition itself settle. */
function fixedCondition(action: Action, rule: Rule): Finding[] {
  if (action.action_type !== 'evaluate_condition') return [];
  const conditions = asList(action.config['conditions']) as Condition[];
  const logic = action.config['logic_type'] === 'or' ? 'or' : 'and';
  const isVain = logic === 'and' && contradicts(conditions);
  const verdict = isVain ? 'never' : judgeAll(conditions, lastingConditions(rule), logic);
  if (verdict === 'depends') return [];
  const why =
    verdict === 'always'
      ? 'true: the trigger conditions already say so'
      : 'false: its conditions cannot hold together with each other or with the trigger conditions';
  return found('problem', 'always_same', `"${action.name}" always answers ${why}.`, action);
}

/** Trigger conditions on fields that the rule itself does not write: they still hold at every action. */
function lastingConditions(rule: Rule): Condition[] {
  const writes = rule.actions.map(writeOf).filter((write) => write?.entity === rule.entity);
  const written = new Set(writes.flatMap((write) => write?.fields ?? []));
  return rule.trigger_conditions.filter(({ field_name }) => !written.has(field_name));
}

function neverFires(rule: Rule): Finding[] {
  const shut = 'The trigger conditions shut each other out: the rule can never fire.';
  const off = 'The rule is switched off, so it does not fire.';
  return [
    ...(contradicts(rule.trigger_conditions) ? found('problem', 'never_fires', shut) : []),
    ...(rule.is_active ? [] : found('hint', 'inactive', off)),
  ];
}

export const analyzeWorkflow = workflowTool<RuleInput>({
  name: 'analyze_workflow',
  description:
    'Looks for weaknesses in a saved rule: dead ends, failures nobody handles, actions that never run, conditions that always give the same answer. Use it to review or improve a rule.',
  properties: { ...ruleProperties },
  examples: [
    'review this workflow, is anything missing?',
    'are there dead ends in the rule',
    'what could go wrong with this automation',
    'how can I improve the low stock rule?',
    'does every step handle its failures',
    'find problems in my flow',
  ],
  execute: async (input, context) => {
    const [rule, types] = await Promise.all([
      resolveRule(input, context),
      listActionTypes(context.read),
    ]);
    const findings = analyzeRule(rule, portsByType(types));
    const flow = flowOutline(rule.actions, rule.edges);
    const verdict = findings.length === 0 ? 'No weakness found.' : undefined;
    return { result: { workflow: rule.name, flow, findings, verdict } };
  },
});

export const explainWorkflowNode = workflowTool<RuleInput & { node: string }>({
  name: 'explain_workflow_node',
  description:
    'Explains one action (node) of a rule: its full config with recipients by name, what leads to it and where each output port goes. Use it for questions on a single step, e.g. who gets the mail or what the text says.',
  properties: { ...ruleProperties, node: textProperty('Name or id of the action.') },
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
    const { id, name, action_type, is_active } = action;
    const description = action.description || undefined;
    const facts = { id, name, action_type, what_it_does: type.description, description, is_active };
    const config = withNames(action.config, directory);
    return {
      result: { workflow: rule.name, ...facts, config, ...connections(action, rule, type) },
    };
  },
});

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
