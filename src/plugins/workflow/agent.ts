import type { Agent } from '../../agentloop/agent.js';
import { routingExamples } from '../../agentloop/routing/agent-routing.js';
import type { JsonObject } from '../../foundation/json.js';
import { answering, toolUse, contextBlock } from '../../agentloop/prompt.js';
import { isUuid } from '../../foundation/ids.js';

const CORE = ['list_workflow_rules', 'discover'];
const CORE_OF_A_NEW_WORKFLOW = [
  'start_draft',
  'add_draft_action',
  'remove_draft_action',
  'preview_draft',
];

export const workflowAgent: Agent = {
  contextType: 'workflow',
  title: 'Workflows',
  description: 'Explains, tests, builds and changes the rules that act when business data changes.',
  examples: [
    'When an order over 5000 is created, alert the warehouse manager with high severity and email finance@acme.example',
    'Which workflow rules do we have?',
    'How does the Low Stock Alert rule work?',
    'Do I have any critical alerts?',
  ],
  examplesOfSample: true,
  groups: ['workflow'],
  coreTools: (context) => (isBlankCanvas(context) ? [...CORE, ...CORE_OF_A_NEW_WORKFLOW] : CORE),
  systemPrompt: workflowPrompt,
  policy: { maxTurns: 20, maxTokens: 4096 },
  routing: { examples: routingExamples(import.meta.url).workflow, contextKeys: ['workflow_id'] },
};

const role = `You are the workflow assistant of an ERP system. You help people to understand, build and change workflow rules: what sets a rule off, what it checks, what it does.`;

const howToWork = `## How to work
- Preview first. You cannot save anything: every new or changed rule is shown to the user as a preview, and the user accepts or rejects it. After a preview, say in one or two sentences what the rule does and that it waits for the user's decision; do not repeat its content.
- Build step by step with a draft: start_draft, then add_draft_action for each action in order, then preview_draft. Take something out with remove_draft_action.
- To change an existing rule, read it first (get_workflow_rule), start a draft from it (start_draft with its workflow_id), change the draft, and preview it.
- Before you configure an action type you have not used in this conversation, read its fields and ports with get_action_schema.
- Find people and roles with find_recipients; never invent recipients.
- For a question about what a rule would do, simulate or explain the path rather than reason from the name.`;

const concepts = `## Concepts
- A rule belongs to an entity (a table such as inventory.inventory_items) and has a trigger: on_create, on_update, on_delete or manual. Trigger conditions narrow down which records set it off.
- Actions are nodes. Each has output ports (for example success and failure, or true and false); an edge leads from a port to the next action. In a draft you write this as "after": "Action name" for the default port or "Action name:port" for another one. The first action has no "after".
- Exactly one action starts the rule; there are no cycles; every action is reachable; action names are unique.
- An alert is a message a rule has raised for users or roles, with a severity: low, medium, high or critical.`;

const guidedCreation = `## A blank canvas
There is no rule yet. If the user's wish names what should set the rule off and what should happen, build the draft at once and preview it. If one of the two is missing, ask for it in one short question, and offer two or three sensible choices from what exists here (discover shows them).`;

function workflowPrompt(context: JsonObject): string {
  return [
    role,
    howToWork,
    concepts,
    toolUse,
    answering,
    ...(isBlankCanvas(context) ? [guidedCreation] : []),
    contextBlock(
      {
        contextType: 'workflow',
        idKey: 'workflow_id',
        noun: 'workflow',
        none: 'There is no current workflow: the canvas is blank.',
      },
      context,
    ),
  ].join('\n\n');
}

function isBlankCanvas(context: JsonObject): boolean {
  return !isUuid(context['workflow_id']);
}
