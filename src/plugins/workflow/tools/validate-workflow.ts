import { defineTool } from '../../../agenttools/define-tool.js';
import { dryRun } from './dry-run.js';
import { toFullRule } from './full-rule.js';
import { flowOutline } from './rule-outline.js';
import { namedRule, resolveRule, ruleProperties, type RuleInput } from './resolve-rule.js';
import { buildBody } from './rule-body.js';
import type { FullRule, RuleDocument } from './wire.js';
import { workflowProperty } from './workflow-schema.js';
import type { ToolCall } from '../../../agenttools/tool.js';

interface Input extends RuleInput {
  workflow?: RuleDocument;
}

/** Whether a rule is valid, without showing it to anyone. */
export const validateWorkflow = defineTool<Input>({
  name: 'validate_workflow',
  description:
    'Checks a whole rule against all rules of the platform and lists every error; nothing is shown to the user or saved. Use it to check a rule you wrote, or a saved rule by name.',
  properties: { ...ruleProperties, workflow: workflowProperty },
  examples: [
    'is this workflow valid?',
    'check the rule for errors',
    'validate my automation before we save it',
    'are there any mistakes in this rule definition',
    'does the order rule still pass validation',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async (input, context) => {
    const { body, id } = await toValidate(input, context);
    const answer = await dryRun(body, id, context.read);
    return { result: { name: body.name, ...answer, flow: flowOutline(body.actions, body.edges) } };
  },
});

async function toValidate(
  input: Input,
  context: ToolCall,
): Promise<{ body: FullRule; id: string | undefined }> {
  if (input.workflow === undefined) {
    const rule = await resolveRule(input, context);
    return { body: toFullRule(rule), id: rule.id };
  }
  const existing = namedRule(input) ? await resolveRule(input, context) : undefined;
  return { body: await buildBody(input.workflow, existing, context), id: existing?.id };
}
