import type { Agent } from '../../agentloop/agent.js';
import { isBlankCanvas } from './canvas.js';
import { workflowPrompt } from './prompt.js';
import { routingExamples } from './routing-examples.js';

const CORE = ['list_workflow_rules', 'discover'];
const CORE_OF_A_NEW_WORKFLOW = [
  'start_draft',
  'add_draft_action',
  'remove_draft_action',
  'preview_draft',
];

/** The ERP copilot for workflow rules. */
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
  routing: { examples: routingExamples, contextKeys: ['workflow_id'] },
};
