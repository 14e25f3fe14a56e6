import type { Clock } from '../../../foundation/clock.js';
import type { GraphStats } from './explorer-client.js';

const FRESH_MS = 60_000;
/** So long nobody waits again for an explorer that did not answer. */
const AWAY_MS = 5_000;

/**
 * The graph's counts for prompts, read at most once a minute however many chats begin, and never a reason
 * for one to fail. `read` has a time limit of its own.
 */
export class Snapshots {
  private latestRead: { stats: GraphStats | undefined; until: number } | undefined;
  private reading: Promise<GraphStats | undefined> | undefined;

  constructor(
    private readonly read: () => Promise<GraphStats>,
    private readonly clock: Clock,
  ) {}

  /** The counts, undefined while the explorer is away. Never rejects. */
  async latest(): Promise<GraphStats | undefined> {
    const known = this.latestRead;
    if (known !== undefined && this.clock().getTime() < known.until) return known.stats;
    this.reading ??= this.readAnew();
    return this.reading;
  }

  /** Drops counts that were read: somebody has just seen that the explorer is away. */
  forget(): void {
    if (this.latestRead?.stats !== undefined) this.latestRead = undefined;
  }

  private async readAnew(): Promise<GraphStats | undefined> {
    const stats = await this.read().catch(() => undefined);
    const until = this.clock().getTime() + (stats === undefined ? AWAY_MS : FRESH_MS);
    this.latestRead = { stats, until };
    this.reading = undefined;
    return stats;
  }
}
