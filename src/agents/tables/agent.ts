import type { Agent } from '../../agentloop/agent.js';
import { tablesPrompt } from './prompt.js';

/** The ERP copilot for table configurations. */
export const tablesAgent: Agent = {
  contextType: 'tables',
  groups: ['tables'],
  coreTools: () => ['list_table_configs', 'discover_table_reference'],
  systemPrompt: tablesPrompt,
  policy: { maxTurns: 20, maxTokens: 4096 },
};
