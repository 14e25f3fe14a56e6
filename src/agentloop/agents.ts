import { AppError } from '../foundation/errors.js';
import type { Agent } from './agent.js';

/** All agents of a server, by context type. */
export interface Agents {
  readonly list: readonly Agent[];
  /** The agent of a context type; rejects an unknown one with the list of those that exist. */
  for(this: void, contextType: string): Agent;
}

/** Agents in the order in which a page shows them; the list may be replaced while runs continue. */
export class LiveAgents implements Agents {
  private byType: ReadonlyMap<string, Agent> = new Map();

  constructor(list: readonly Agent[]) {
    this.replace(list);
  }

  get list(): readonly Agent[] {
    return [...this.byType.values()];
  }

  readonly for = (contextType: string): Agent =>
    this.byType.get(contextType) ?? unknown(contextType, [...this.byType.keys()]);

  /** Runs that are under way keep their agent. */
  replace(list: readonly Agent[]): void {
    this.byType = new Map(list.map((agent) => [agent.contextType, agent]));
  }
}

/** Agents in the order in which a page shows them. */
export function createAgents(list: readonly Agent[]): Agents {
  return new LiveAgents(list);
}

function unknown(contextType: string, known: readonly string[]): never {
  throw new AppError(
    'unknown_context_type',
    `There is no agent for the context type "${contextType.slice(0, 60)}". Use one of: ${known.join(', ')}.`,
    [{ path: 'context_type', message: 'unknown context type', allowed: known }],
  );
}
