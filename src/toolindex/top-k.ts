/** One found tool. `score` is the dot product with the query, from -1 to 1. */
export interface ScoredTool {
  name: string;
  score: number;
}

/** True when `a` comes before `b`: the higher score first, equal scores by name. */
export function comesBefore(a: ScoredTool, b: ScoredTool): boolean {
  return a.score === b.score ? a.name < b.name : a.score > b.score;
}

/**
 * Keeps the best `capacity` of all that is offered, in a heap whose root is the worst kept one: an
 * offer that does not make it costs one comparison.
 */
export class TopK {
  private readonly heap: ScoredTool[] = [];

  constructor(private readonly capacity: number) {}

  /** A lower score is not kept: that of the worst kept tool, or -∞ while there is room. */
  get floor(): number {
    if (this.heap.length < this.capacity) return -Infinity;
    return this.heap[0]?.score ?? Infinity;
  }

  offer(tool: ScoredTool): void {
    const worst = this.heap[0];
    if (this.heap.length < this.capacity) {
      this.heap.push(tool);
      this.siftUp();
    } else if (worst !== undefined && comesBefore(tool, worst)) {
      this.heap[0] = tool;
      this.siftDown();
    }
  }

  /** What was kept, best first. */
  sorted(): ScoredTool[] {
    return [...this.heap].sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  }

  private siftUp(): void {
    let child = this.heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.isWorse(child, parent)) return;
      this.swap(child, parent);
      child = parent;
    }
  }

  private siftDown(): void {
    let parent = 0;
    for (;;) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.heap.length && this.isWorse(child, worst)) worst = child;
      }
      if (worst === parent) return;
      this.swap(parent, worst);
      parent = worst;
    }
  }

  private isWorse(a: number, b: number): boolean {
    return comesBefore(this.heap[b] as ScoredTool, this.heap[a] as ScoredTool);
  }

  private swap(a: number, b: number): void {
    const kept = this.heap[a] as ScoredTool;
    this.heap[a] = this.heap[b] as ScoredTool;
    this.heap[b] = kept;
  }
}
