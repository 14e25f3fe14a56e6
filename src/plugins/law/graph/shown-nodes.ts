import type { Slot } from '../../../agenttools/run-scratch.js';
import type { NodeName } from './explorer-client.js';

/** So many are named where an id fits none. */
const MAX_NAMED = 12;

/** The nodes that a run has shown the model last: the ids that it may have meant. */
export class ShownNodes {
  private readonly names = new Map<number, NodeName>();

  add(nodes: readonly NodeName[]): void {
    for (const node of nodes.slice(0, MAX_NAMED)) {
      this.names.delete(node.id);
      this.names.set(node.id, node);
    }
    for (const id of this.names.keys()) {
      if (this.names.size <= MAX_NAMED) return;
      this.names.delete(id);
    }
  }

  /** In the order in which they were shown. */
  last(): readonly NodeName[] {
    return [...this.names.values()];
  }
}

/** A run's shown nodes. */
export const shownNodes: Slot<ShownNodes> = { make: () => new ShownNodes() };
