import type { McpLimits } from '../mcp-limits.js';

/** Counts what arrives in each span of time; `now` in ms. */
export class FloodGuard {
  private since = 0;
  private bytes = 0;
  private lines = 0;

  constructor(
    private readonly limits: Pick<McpLimits, 'floodBytes' | 'floodLines' | 'floodWindowMs'>,
    private readonly now: () => number,
  ) {}

  /** Notes what arrived; says what is too much of it, if anything is. */
  note(arrived: { bytes: number; lines: number }): string | undefined {
    const { floodBytes, floodLines, floodWindowMs } = this.limits;
    const now = this.now();
    if (now - this.since > floodWindowMs) {
      this.since = now;
      this.bytes = 0;
      this.lines = 0;
    }
    this.bytes += arrived.bytes;
    this.lines += arrived.lines;
    const span = `within ${floodWindowMs / 1000} s`;
    if (this.bytes > floodBytes) return `it wrote more than ${floodBytes} bytes ${span}`;
    if (this.lines > floodLines) return `it wrote more than ${floodLines} lines ${span}`;
    return undefined;
  }
}
