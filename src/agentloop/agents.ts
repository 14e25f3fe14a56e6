import { AppError } from '../foundation/errors.js';
import type { Agent } from './agent.js';

/** All agents of a server, by context type. */
export interface Agents {
  readonly list: readonly Agent[];
  /** The context type of a request that names none; absent: it is found out. */
  readonly usual?: string | undefined;
  /** The agent of a context type; rejects an unknown one with the list of those that exist. */
  for(this: void, contextType: string): Agent;
}

/** Agents in the order in which a page shows them; the list may be replaced while runs continue. */
export class LiveAgents implements Agents {
  private byType: ReadonlyMap<string, Agent> = new Map();
  private all: readonly Agent[] = [];

  /** @param usual the context type of requests that name none. */
  constructor(
    list: readonly Agent[],
    public usual?: string,
  ) {
    this.replace(list, usual);
  }

  /** The same list until it is replaced. */
  get list(): readonly Agent[] {
    return this.all;
  }

  readonly for = (contextType: string): Agent =>
    this.byType.get(contextType) ?? unknown(contextType, [...this.byType.keys()]);

  /** Runs that are under way keep their agent. */
  replace(list: readonly Agent[], usual?: string): void {
    this.byType = new Map(list.map((agent) => [agent.contextType, agent]));
    this.all = [...this.byType.values()];
    this.usual = usual;
  }
}

/** Agents in the order in which a page shows them. */
export function createAgents(list: readonly Agent[]): LiveAgents {
  return new LiveAgents(list);
}

function unknown(contextType: string, known: readonly string[]): never {
  throw new AppError(
    'unknown_context_type',
    `There is no agent for the context type "${contextType.slice(0, 60)}". Use one of: ${known.join(', ')}.`,
    [{ path: 'context_type', message: 'unknown context type', allowed: known }],
  );
}
