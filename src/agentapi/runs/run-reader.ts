import { AppError } from '../../foundation/errors.js';
import { nothing, type Timer } from '../../foundation/clock.js';
import type { FrameBatch, LogPage } from '../../store/run-log/run-log.model.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import { parseJson } from '../../foundation/exact-json.js';
import { isOwnEvent, type AgentEvent } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';
import { FrameWindow, type RunNews } from './notifier.js';

export interface GraceOptions {
  graceMs: number;
  timer: Timer;
}

/** So long another server that says so counts as one where the run is read. */
export const WATCH_MS = 15_000;

/** Bytes of a run's newest events that are kept in memory where nothing else is configured. */
export const WINDOW_BYTES = 256 * 1024;

/** A run of this process that has not ended: its newest events, its readers, the way to end it. */
export class LiveRun {
  readonly window: FrameWindow;
  readonly ended: Promise<void>;
  /** Ends the run. */
  readonly stop = new AbortController();
  private readonly readers = new Set<AbortSignal>();
  private watchedUntil = 0;
  private stopTimer = nothing;
  isOver = false;
  /** The number of the terminal event, once it is stored; stays undefined when it could not be. */
  lastSeq: number | undefined;
  /** Why its terminal event could not be stored, where nobody else will store one soon. */
  endFault: Error | undefined;
  private resolveEnded = nothing;
  private resolveIdle = nothing;

  readonly id: string;
  private readonly userId: string;

  constructor(
    run: { id: string; userId: string },
    private readonly grace: GraceOptions,
    /** Called with each batch, and at the end. */
    private readonly news: (batch?: FrameBatch) => void,
    windowBytes = WINDOW_BYTES,
  ) {
    this.window = new FrameWindow(windowBytes);
    this.id = run.id;
    this.userId = run.userId;
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
  }

  canServe(userId: string, after: number): boolean {
    return userId === this.userId && after <= (this.window.last ?? 0);
  }

  cancel(reason: Error): void {
    this.stop.abort(reason);
  }

  publish(batch: FrameBatch): void {
    this.window.push(batch);
    this.news(batch);
  }

  /** True while the run is read on another server. */
  get isWatched(): boolean {
    return performance.now() < this.watchedUntil;
  }

  /** Another server says that the run is read there. */
  watch(): void {
    this.watchedUntil = performance.now() + WATCH_MS;
  }

  /** Counts a reader until `closed` is aborted. */
  attach(closed: AbortSignal): void {
    this.stopTimer();
    this.readers.add(closed);
    const leave = (): void => this.leave(closed);
    if (closed.aborted) leave();
    else closed.addEventListener('abort', leave, { once: true });
  }

  /** Called once: with the terminal event's number, else with why it is not stored, unless the run was taken over. */
  end(lastSeq: number | undefined, fault?: Error): void {
    this.isOver = true;
    this.lastSeq = lastSeq;
    this.endFault = fault;
    this.stopTimer();
    this.resolveEnded();
    this.news();
  }

  /** Of a run that has ended: resolves when its readers have got everything, or have left. Called once. */
  async idle(): Promise<void> {
    if (this.readers.size > 0) await new Promise<void>((resolve) => (this.resolveIdle = resolve));
  }

  private leave(closed: AbortSignal): void {
    this.readers.delete(closed);
    if (this.readers.size > 0) return;
    this.resolveIdle();
    if (!this.isOver) this.abandon();
  }

  /** Nobody reads it here: ends it after the grace time, unless somebody comes back, or reads it elsewhere. */
  private abandon(): void {
    const { graceMs, timer } = this.grace;
    const end = () => (this.isWatched ? this.abandon() : this.cancel(abandoned()));
    if (graceMs === 0 && !this.isWatched) end();
    else this.stopTimer = timer(end, graceMs || WATCH_MS);
  }
}

function abandoned(): AppError {
  return new AppError('cancelled', 'The client went away, and nobody came back for the answer.');
}

export type ReaderDeps = Omit<RunNews, 'log'> & { log: Pick<PgRunLog, 'read' | 'tell'> };

/** The frames of a run after event `after`, until its last or `closed`; first an empty one where it has to wait. Rejects with `run_gone` or `database_error`. */
export async function* readRun(
  runId: string,
  after: number,
  live: LiveRun | undefined,
  deps: ReaderDeps,
  closed: AbortSignal,
): AsyncGenerator<string, void, void> {
  const watch = watchOf(runId, live, deps.log);
  // The next event of what it has read may be far away, and clients do not wait so long for the answer's head.
  let mayBegin = after > 0;
  const listener = deps.notifier.listen(runId, closed);
  try {
    for (let at = after; ;) {
      const isLive = live !== undefined && !live.isOver;
      const page = inMemory(live, at) ?? listener.told(at) ?? (await deps.log.read(runId, at));
      if (page.state === 'running') watch.begin();
      for (const batch of page.batches) {
        if (closed.aborted) return;
        if (batch.first > at + 1) throw gone(runId, at, batch.first);
        mayBegin = false;
        yield framesAfter(batch, at);
        at = batch.last;
      }
      if (closed.aborted || (page.state !== 'running' && at >= page.lastSeq)) return;
      if (page.batches.length > 0) continue;
      if (page.lastSeq > at) throw gone(runId, at, page.lastSeq + 1);
      if (live?.endFault !== undefined) throw live.endFault;
      if (mayBegin) yield '';
      mayBegin = false;
      await listener.news(isLive ? undefined : deps.pollMs());
    }
  } finally {
    watch.end();
    listener.stop();
  }
}

/** What memory knows; a run that ended without its end being stored is left to the database. */
function inMemory(live: LiveRun | undefined, at: number): LogPage | undefined {
  const batches = live?.window.since(at);
  if (live === undefined || batches === undefined) return undefined;
  if (!live.isOver) return { state: 'running', lastSeq: at, batches };
  return live.lastSeq === undefined
    ? undefined
    : { state: 'completed', lastSeq: live.lastSeq, batches };
}

/** Ends every frame and stands nowhere inside one: its data is one line of JSON. */
const FRAME_END = '\n\n';

/** The part of a batch that comes after event `after`, byte for byte. */
export function framesAfter(batch: FrameBatch, after: number): string {
  if (after < batch.first) return batch.text;
  let start = 0;
  for (let sequence = batch.first; sequence <= after; sequence += 1) {
    start = batch.text.indexOf(FRAME_END, start) + FRAME_END.length;
  }
  return batch.text.slice(start);
}

/** Tells a run's own server, where that is another one, now and then that it is read here, however slow the client. */
function watchOf(id: string, live: LiveRun | undefined, log: ReaderDeps['log']) {
  const tell = (): void => log.tell({ id, wish: 'watch' });
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: (): void => {
      if (live !== undefined || timer !== undefined) return;
      tell();
      timer = setInterval(tell, WATCH_MS / 3).unref();
    },
    end: (): void => clearInterval(timer),
  };
}

/** The refusal of events that are not there: deleted, or after the last one. */
export function gone(runId: string, after: number, next: number): AppError {
  const missing =
    next > after + 1
      ? `The events ${after + 1} to ${next - 1} of run ${runId} are no longer stored.`
      : `Run ${runId} has no event ${after} yet.`;
  return new AppError(
    'run_gone',
    `${missing} Its conversation has what was said; GET /v1/agent/runs/${runId} has its state.`,
  );
}

/** Only `\n` ends a line: JSON leaves U+2028 and U+2029 as they are. */
const FRAME = /(?:^|\n)event: ([^\n]+)\ndata: ([^\n]*)/;

/** The events in the text of whole frames of a run's log (foundation/sse.ts). */
export function eventsIn(frames: string): AgentEvent[] {
  return frames.split('\n\n').flatMap((frame) => {
    const [, name, data] = FRAME.exec(frame) ?? [];
    if (name === undefined || data === undefined) return [];
    return [toEvent(name, parseJson(data) as JsonObject)];
  });
}

function toEvent(name: string, data: JsonObject): AgentEvent {
  if (!isOwnEvent(name)) return { type: 'plugin_event', name, data };
  return { type: name, data } as unknown as AgentEvent;
}

/** The events of a run, from its frames, to its `message_complete`. Rejects with the run's own error, and when it ends early. */
export async function* completedEvents(
  frames: AsyncIterable<string>,
): AsyncGenerator<AgentEvent, void> {
  let isComplete = false;
  for await (const text of frames) {
    for (const event of eventsIn(text)) {
      if (event.type === 'error') throw new AppError(event.data.code, event.data.message);
      isComplete ||= event.type === 'message_complete';
      yield event;
    }
  }
  if (!isComplete) throw new AppError('interrupted', 'The answer ended early. Ask again.');
}
