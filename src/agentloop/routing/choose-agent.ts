import type { Agents } from '../agents.js';
import type { Agent } from '../agent.js';
import type { AgentRouter, RoutingRequest } from './agent-router.js';
import type { AgentChoice } from './agent-choice.js';
import { AUTO } from './agent-routing.js';

/** A message, and the agent it names, if any. */
export interface AgentWanted extends Omit<RoutingRequest, 'before'> {
  contextType: string | undefined;
  /** Who answered the conversation's message before; asked only where it matters. */
  before(this: void): Promise<string | undefined>;
}

/** Who answers; the choice is absent where there was none to make. */
export interface ChosenAgent {
  agent: Agent;
  choice?: AgentChoice;
}

/** Says who answers a message. */
export type ChooseAgent = (wanted: AgentWanted) => Promise<ChosenAgent>;

/**
 * What a request names counts; then the usual agent where the operator set one, or the only one there is. Everything
 * else, and `auto`, is for the router. Rejects an unknown context type.
 */
export function agentChooser(agents: Agents, router: Pick<AgentRouter, 'route'>): ChooseAgent {
  return async ({ contextType = agents.usual ?? AUTO, before, ...request }) => {
    if (contextType !== AUTO) return { agent: agents.for(contextType) };
    const [first, ...others] = agents.list;
    if (first !== undefined && others.length === 0) return { agent: first };
    const choice = await router.route({ ...request, before: await before() });
    return { agent: choice.agent, choice };
  };
}
