import type { Agent } from '../agent.js';
import type { WhyAgent } from './agent-routing.js';

/** An agent, and how likely it is the right one, from 0 to 1. */
export interface LikelyAgent {
  agent: Agent;
  confidence: number;
}

/** Who answers, why, and who else might, best first. */
export interface AgentChoice extends LikelyAgent {
  why: WhyAgent;
  alternatives: readonly LikelyAgent[];
}
