import { AppError } from '../foundation/errors.js';
import type { Agent } from '../agentloop/agent.js';
import { documentsAgent } from './documents/agent.js';
import { knowledgeAgent } from './knowledge/agent.js';
import { lawAgent, lawResearchAgent } from './law/agent.js';
import { tablesAgent } from './tables/agent.js';
import { workflowAgent } from './workflow/agent.js';

/** Every agent this server runs; the one list that a new agent is added to. */
export const agents: readonly Agent[] = [
  workflowAgent,
  tablesAgent,
  knowledgeAgent,
  documentsAgent,
  lawAgent,
  lawResearchAgent,
];

/** The agent of a context type; rejects an unknown one with the list of those that exist. */
export function agentFor(contextType: string): Agent {
  const agent = agents.find((candidate) => candidate.contextType === contextType);
  if (agent !== undefined) return agent;
  const known = agents.map((candidate) => candidate.contextType);
  throw new AppError(
    'unknown_context_type',
    `There is no agent for the context type "${contextType.slice(0, 60)}". Use one of: ${known.join(', ')}.`,
    [{ path: 'context_type', message: 'unknown context type', allowed: known }],
  );
}
