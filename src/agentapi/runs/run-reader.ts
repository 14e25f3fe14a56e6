import { AppError } from '../../foundation/errors.js';
import type { FrameBatch, LogPage } from '../../store/run-log/run-log.model.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import { parseJson } from '../../foundation/exact-json.js';
import { isOwnEvent, type AgentEvent } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';
import { WATCH_MS, type LiveRun } from './live-run.js';
import type { RunNews } from './notifier.js';

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
