import { AppError } from '../../../foundation/errors.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { draftDocument, draftIdProperty, findDraft } from './draft-state.js';
import { namedRule, resolveRule, ruleProperties, type RuleInput } from './resolve-rule.js';
import { buildBody } from './rule-body.js';
import { eventBody, eventProperties, simulatedPath, type EventInput } from './simulation.js';
import type { RuleDocument, Simulation } from './wire.js';
import { workflowProperty } from './workflow-schema.js';
import type { WorkflowCall, WorkflowServices } from '../services.js';

interface Input extends RuleInput, EventInput {
  draft_id?: string;
  workflow?: RuleDocument;
}

const RULES = ['v1', 'workflow', 'rules'] as const;

/** A dry test of a saved rule, a draft or an unsaved rule with one record. */
export const simulateWorkflow = defineTool<Input, WorkflowServices>({
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
  groups: ['workflow'],
  effect: 'read',
  execute: async (input, context) => {
    const simulation = await simulate(input, context);
    const { triggered, reason, steps, not_reached, assumptions } = simulation;
    return {
      result: {
        triggered,
        reason,
        path: simulatedPath(simulation),
        steps: steps.map((step) => ({ action: step.action, port: step.port, reason: step.reason })),
        not_reached,
        assumptions,
      },
    };
  },
});

async function simulate(input: Input, context: WorkflowCall): Promise<Simulation> {
  const document = input.workflow ?? (await draftToTest(input, context));
  if (document === undefined) {
    const { id } = await resolveRule(input, context);
    return context.read.send<Simulation>({
      method: 'POST',
      segments: [...RULES, id, 'simulate'],
      body: eventBody(input),
    });
  }
  const existing =
    input.workflow && namedRule(input) ? await resolveRule(input, context) : undefined;
  const rule = await buildBody(document, existing, context);
  return context.read.send<Simulation>({
    method: 'POST',
    segments: [...RULES, 'simulate'],
    body: { rule, ...eventBody(input) },
  });
}

async function draftToTest(input: Input, context: WorkflowCall): Promise<RuleDocument | undefined> {
  const wanted = input.draft_id?.trim() ?? '';
  if (wanted === '') return undefined;
  const id = wanted === 'latest' ? undefined : wanted;
  const draft = await findDraft(id, context);
  if (draft.actions.length > 0) return draftDocument(draft);
  throw new AppError(
    'invalid_arguments',
    `The draft "${draft.name}" has no action yet, so there is nothing to simulate. Call add_draft_action first.`,
    [{ path: 'draft_id', message: 'is an empty draft' }],
  );
}
