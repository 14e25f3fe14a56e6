import { defined } from '../foundation/defined.js';
import type { Logger } from '../foundation/logger.js';
import type { OpenSink, RunInfo, RunSink } from './sink.js';

/**
 * All sinks of a run as one. A sink that throws is a fault of ours, but no reason to end a run: it is
 * logged and gets nothing more of this run.
 */
export function fanOut(open: readonly OpenSink[], run: RunInfo, logger: Logger): RunSink {
  const sinks = new Set<RunSink>();
  const guarded = (sink: RunSink | undefined, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (sink) sinks.delete(sink);
      logger.error({ run_id: run.runId, err: error }, 'a run is not observed as it should be');
    }
  };
  for (const openSink of open) guarded(undefined, () => void sinks.add(openSink(run)));
  const tell = (work: (sink: RunSink) => void): void => {
    for (const sink of sinks) guarded(sink, () => work(sink));
  };
  const traceHeaders = [...sinks].find((sink) => sink.traceHeaders)?.traceHeaders ?? run.trace;
  const readsText = [...sinks].some((sink) => 'text' in sink);
  return {
    traceHeaders,
    selected: (selection, span) => tell((sink) => sink.selected?.(selection, span)),
    modelStarted: (request, call) => tell((sink) => sink.modelStarted?.(request, call)),
    modelEnded: (call) => tell((sink) => sink.modelEnded?.(call)),
    ...defined({
      text: readsText ? (chunk: string) => tell((sink) => sink.text?.(chunk)) : undefined,
    }),
    toolEnded: (use) => tell((sink) => sink.toolEnded?.(use)),
    recorded: (messages) => tell((sink) => sink.recorded?.(messages)),
    ended: (summary) => tell((sink) => sink.ended?.(summary)),
  };
}
