import type { Agents } from '../../agentloop/agent.js';
import { AUTO } from '../../agentloop/routing/agent-routing.js';

/** The context type that a request names, before anything is done for it; rejects an unknown one with the list. */
export function contextTypeOf(
  { for: agentFor }: Agents,
  wanted: string | undefined,
): string | undefined {
  return wanted === undefined || wanted === AUTO ? wanted : agentFor(wanted).contextType;
}
