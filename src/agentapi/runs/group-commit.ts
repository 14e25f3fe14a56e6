import { encodeSse } from '../../foundation/sse.js';
import type { CallRecord } from '../../agentloop/call-record.js';
import { wireName, type AgentEvent } from '../../agentloop/events.js';
import type { FrameBatch, RunEnd } from '../../store/run-log/run-log.model.js';

/** A call's record as it is stored; `effect` is `read`, `write`, `preview` or `none`. */
export type StoredRecord = Omit<CallRecord, 'effect'> & { effect: string };

/** Writes one batch, which may hold no event; `false` when the run is not ours any more. */
export type WriteBatch = (
  batch: FrameBatch,
  calls: readonly StoredRecord[],
  end?: RunEnd,
) => Promise<boolean>;

/** The run's log belongs to another server, which has ended it: nothing more may be said. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}

/** Numbers, encodes and stores a run's events in order, a batch at a time; `committed` gets what is stored. */
export class GroupCommit {
  private frames: string[] = [];
  private length = 0;
  /** The newest state of each call that is not stored yet. */
  private calls = new Map<string, StoredRecord>();
  private flushes = 0;
  /** From now on the end takes along what waits. */
  private ending = false;
  private writing: Promise<void> | undefined;
  private failure: Error | undefined;
  /** Frames of a write that failed, and yet may have arrived. */
  private unsure = 0;

  constructor(
    private readonly write: WriteBatch,
    private readonly committed: (batch: FrameBatch) => void,
    private readonly failed: (error: Error) => void,
    private stored = 0,
  ) {}

  get pending(): number {
    return this.length;
  }

  append(event: AgentEvent): void {
    this.push(event);
    if (this.failure === undefined && !this.ending) this.writing ??= this.drain();
  }

  note(call: StoredRecord): void {
    this.calls.set(call.id, call);
  }

  /** Resolves when everything noted and appended so far is stored; rejects when it could not be. */
  async flush(): Promise<void> {
    this.flushes += 1;
    while (this.failure === undefined && (this.writing !== undefined || this.isWaiting)) {
      await (this.writing ??= this.drain());
    }
    this.flushes -= 1;
    if (this.failure !== undefined) throw this.failure;
  }

  /** Resolves when no write is under way, whether they went well or not. */
  async settled(): Promise<void> {
    await this.writing;
  }

  /** Stores what waits with the terminal event; its number. After a rejection another end can be tried. */
  async end(terminal: AgentEvent, end: RunEnd): Promise<number> {
    this.ending = true;
    await this.settled();
    if (this.failure instanceof RunLost) throw this.failure;
    if (this.unsure > 0) await this.store(this.unsure);
    const frame = this.push(terminal);
    try {
      await this.store(this.frames.length, end);
      return this.stored;
    } catch (error) {
      this.frames.pop();
      this.length -= frame.length;
      throw error;
    }
  }

  private push(agentEvent: AgentEvent): string {
    const id = this.stored + this.frames.length + 1;
    const frame = encodeSse({ id, event: wireName(agentEvent), data: agentEvent.data });
    this.frames.push(frame);
    this.length += frame.length;
    return frame;
  }

  private get isWaiting(): boolean {
    return this.frames.length > 0 || (this.flushes > 0 && this.calls.size > 0);
  }

  private async drain(): Promise<void> {
    try {
      while (this.isWaiting && !(this.ending && this.flushes === 0)) {
        this.unsure = this.frames.length;
        await this.store(this.unsure);
      }
    } catch (error) {
      this.failure = error as Error;
      this.failed(this.failure);
    } finally {
      this.writing = undefined;
    }
  }

  /** Writes the first `count` that wait as one batch; they continue waiting when that fails. */
  private async store(count: number, end?: RunEnd): Promise<void> {
    const first = this.stored + 1;
    const batch = { first, last: this.stored + count, text: this.frames.slice(0, count).join('') };
    const { calls } = this;
    if (calls.size > 0) this.calls = new Map();
    try {
      // `stored` stays until the answer is here, so events that come in the meantime count on from it.
      const ours = await this.write(batch, [...calls.values()], end);
      if (!ours) throw new RunLost('the run has another owner');
    } catch (error) {
      if (calls.size > 0) this.calls = new Map([...calls, ...this.calls]);
      throw error;
    }
    for (const frame of this.frames.splice(0, count)) this.length -= frame.length;
    this.stored += count;
    this.unsure = 0;
    if (count > 0) this.committed(batch);
  }
}
