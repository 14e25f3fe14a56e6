import { AppError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import { repeat } from '../../foundation/clock.js';
import { encodeSse } from '../../foundation/sse.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import type { RunRegistry } from '../admission.js';

/** A server's own runs are renewed this often, and others' dead ones looked for, in ms. */
const LEASE_TICK_MS = 5_000;
/** How long a run's lease holds: several ticks, so that one slow moment of a server is not its death. */
export const LEASE_MS = 20_000;

export interface KeeperDeps {
  log: PgRunLog;
  registry: RunRegistry;
  logger: Logger;
  /** This process alone may use the database: runs of every other one are dead at its start. */
  aloneOnDatabase: boolean;
  /** How often to look for cancel requests from other servers, in ms. */
  pollMs: () => number;
}

/** Keeps the runs of this server alive in the eyes of others, and ends those of servers that died. */
export class RunKeeper {
  private readonly stops: (() => void)[] = [];
  private lastPoll = 0;

  constructor(private readonly deps: KeeperDeps) {}

  async start(): Promise<void> {
    await this.interruptDead(this.deps.aloneOnDatabase).catch(this.failed);
    this.every(250, () => this.pollCancels());
    this.every(LEASE_TICK_MS, () => this.renew());
    this.every(LEASE_TICK_MS, () => this.interruptDead(false));
  }

  stop(): void {
    for (const stop of this.stops.splice(0)) stop();
  }

  /** Cancels the runs of this server whose end was asked for on another. */
  async cancelRequested(): Promise<void> {
    const { log, registry } = this.deps;
    if (registry.ids.length === 0) return;
    for (const id of await log.cancelRequests()) registry.get(id)?.cancel(cancelledByUser());
  }

  /** Ends the runs of servers that died with an `interrupted` event each. */
  async interruptDead(othersAreDead: boolean): Promise<void> {
    const frame = (id: number) => encodeSse({ id, event: 'error', data: INTERRUPTED });
    await this.deps.log.interrupt(othersAreDead, frame, interruptedNote);
  }

  private async pollCancels(): Promise<void> {
    if (performance.now() - this.lastPoll < this.deps.pollMs()) return;
    this.lastPoll = performance.now();
    await this.cancelRequested();
  }

  private async renew(): Promise<void> {
    const { log, registry } = this.deps;
    if (registry.ids.length > 0) await log.renewLeases(registry.ids);
  }

  private readonly failed = (error: unknown): void =>
    this.deps.logger.warn({ err: error }, 'looking after the runs failed');

  private every(ms: number, work: () => Promise<void>): void {
    this.stops.push(repeat(ms, work, this.failed));
  }
}

export function cancelledByUser(): AppError {
  return new AppError('cancelled', 'The run was cancelled.');
}

const INTERRUPTED = {
  code: 'interrupted',
  message:
    'The server that was answering stopped unexpectedly, so the answer ends here. What was shown stands; send the message again.',
  retryable: true,
};

function interruptedNote(message: string, unknown: readonly string[]): JsonObject[] {
  const calls =
    unknown.length === 0
      ? 'No call of a tool was left with an unknown outcome.'
      : `Whether these calls took effect is not known: ${unknown.join(', ')}. Check before repeating them.`;
  const content = `[The server stopped unexpectedly while answering this, and the answer is lost. ${calls}]`;
  return [
    { role: 'user', content: message },
    { role: 'assistant', content },
  ];
}
