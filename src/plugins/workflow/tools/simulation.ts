import {
  choiceProperty,
  openProperty,
  wholeProperty,
  type JsonObject,
} from '../../../foundation/json.js';
import {
  type Simulation,
  type RuleDocument,
  workflowTool,
  type WorkflowCall,
  workflowProperty,
} from './wire.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { draftDocument, draftIdProperty, findDraft } from './drafts.js';
import { namedRule, resolveRule, ruleProperties, RULES, type RuleInput } from './reference.js';
import { buildBody } from './rule-body.js';
import type { Estimate } from '../../../platform/types.js';

export interface EventInput {
  record?: JsonObject;
  previous?: JsonObject;
  event?: string;
}

export const eventProperties = {
  record: openProperty('The row as the event leaves it, e.g. {"quantity": 3}; columns by name.'),
  previous: openProperty('The row before an update; columns by name.'),
  event: choiceProperty(
    ['on_create', 'on_update', 'on_delete', 'manual'],
    'What happens to the row; leave out for what the rule waits for.',
  ),
} as const;

export function eventBody(input: EventInput): JsonObject {
  return { record: input.record ?? {}, previous: input.previous, event: input.event };
}

/** The way taken in one line: `Check stock → [insufficient] Create alert`. */
export function simulatedPath(simulation: Simulation): string {
  const named = simulation.steps.map(({ action }, at, steps) => {
    const port = steps[at - 1]?.port;
    return port === undefined || port === 'success' ? action : `[${port}] ${action}`;
  });
  return named.join(' → ');
}

interface Input extends RuleInput, EventInput {
  draft_id?: string;
  workflow?: RuleDocument;
}

export const simulateWorkflow = workflowTool<Input>({
  name: 'simulate_workflow',
  description:
    'Tests a rule with a sample record without doing anything: a saved rule, a draft (`draft_id`) or an unsaved rule (`workflow`). Gives whether it fires and the result of every step; use it to try out a rule before it is saved.',
  properties: {
    ...ruleProperties,
    draft_id: { ...draftIdProperty, description: 'Test this draft, e.g. "latest".' },
    workflow: workflowProperty,
    ...eventProperties,
  },
  required: ['record'],
  examples: [
    'test this workflow with a quantity of 2',
    'simulate the rule for an order of 12000 euros',
    'do a dry run of my draft with status shipped',
    'try the low stock alert with a sample record',
    'would it fire if the amount goes from 5 to 50?',
  ],
  execute: async (input, context) => {
    const simulation = await simulate(input, context);
    const { triggered, reason, not_reached, assumptions } = simulation;
    const path = simulatedPath(simulation);
    const steps = simulation.steps.map(({ action, port, reason: why }) => ({
      action,
      port,
      reason: why,
    }));
    return { result: { triggered, reason, path, steps, not_reached, assumptions } };
  },
});

async function simulate(input: Input, context: WorkflowCall): Promise<Simulation> {
  const document = input.workflow ?? (await draftToTest(input, context));
  if (document === undefined) {
    const { id } = await resolveRule(input, context);
    return simulateStored(id, input, context);
  }
  const existing =
    input.workflow && namedRule(input) ? await resolveRule(input, context) : undefined;
  const rule = await buildBody(document, existing, context);
  const [segments, body] = [[...RULES, 'simulate'], { rule, ...eventBody(input) }];
  return context.read.send<Simulation>({ method: 'POST', segments, body });
}

export function simulateStored(
  id: string,
  input: EventInput,
  { read }: WorkflowCall,
): Promise<Simulation> {
  const segments = [...RULES, id, 'simulate'];
  return read.send<Simulation>({ method: 'POST', segments, body: eventBody(input) });
}

async function draftToTest(input: Input, context: WorkflowCall): Promise<RuleDocument | undefined> {
  const wanted = input.draft_id?.trim() ?? '';
  if (wanted === '') return undefined;
  const id = wanted === 'latest' ? undefined : wanted;
  const draft = await findDraft(id, context);
  if (draft.actions.length > 0) return draftDocument(draft);
  throw invalidArguments(
    `The draft "${draft.name}" has no action yet, so there is nothing to simulate. Call add_draft_action first.`,
    [{ path: 'draft_id', message: 'is an empty draft' }],
  );
}

export const estimateFirings = workflowTool<RuleInput & { days?: number }>({
  name: 'estimate_firings',
  description:
    'Estimates how often a rule would have fired on the data of the last N days, in all and per day. Use it to judge whether a rule would be noisy or never fire.',
  properties: {
    ...ruleProperties,
    days: wholeProperty('How many days back (default 30).', 1, 365),
  },
  examples: [
    'how often would this rule have fired last month?',
    'would this workflow be too noisy',
    'how many alerts per day should I expect',
    'estimate the firings of low stock alert over 90 days',
    'does this rule ever trigger with our data?',
  ],
  execute: async (input, context) => {
    const rule = await resolveRule(input, context);
    const segments = [...RULES, rule.id, 'estimate'];
    const body = { days: input.days ?? 30 };
    const estimate = await context.read.send<Estimate>({ method: 'POST', segments, body });
    const { sample, ...numbers } = estimate;
    const latest = sample.slice(0, 3).map(({ at }) => at);
    return { result: { workflow: rule.name, ...numbers, latest } };
  },
});
