import type { Policy } from './agent.js';

/** True when the policy leaves no further turn in which the model could read a tool's result. */
export function isLastTurn(turn: number, policy: Pick<Policy, 'maxTurns'>): boolean {
  return turn >= policy.maxTurns;
}
