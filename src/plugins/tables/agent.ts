import type { Agent } from '../../agentloop/agent.js';
import { tablesPrompt } from './prompt.js';
import { routingExamples } from './routing-examples.js';

/** The ERP copilot for table configurations. */
export const tablesAgent: Agent = {
  contextType: 'tables',
  title: 'Tables',
  description: 'Answers from live rows, and builds and changes the tables that pages show.',
  examples: [
    'How many orders are there per status?',
    'What are the three most expensive products?',
    'Create a new table called "Pending orders" that lists orders with number, status and required date where the status is pending',
    'Filter by status is pending in table "Orders"',
  ],
  examplesOfSample: true,
  groups: ['tables'],
  coreTools: () => ['list_table_configs', 'discover_table_reference'],
  systemPrompt: tablesPrompt,
  policy: { maxTurns: 20, maxTokens: 4096 },
  routing: { examples: routingExamples, contextKeys: ['config_id'] },
};
