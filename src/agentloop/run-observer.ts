import type { AgentEvent } from './events.js';
import type { LoopDeps, RunRequest } from './run.js';

/** Watches one run from outside. None of its methods throws, waits or changes what the run does. */
export interface RunWatch {
  /** The loop's parts, seen by this watch: the model, the calls, what is recorded. */
  around(deps: LoopDeps): LoopDeps;
  /** Sees each event but the terminal one, in order, before it is stored. */
  event(event: AgentEvent): void;
  /** Called when a batch of events is stored and readers can see it. */
  published(): void;
  /** Called once: with the terminal event that was stored, `undefined` when none could be. */
  ended(terminal: AgentEvent | undefined): void;
}

/** Watches the runs of a server: logs, metrics, traces. */
export interface RunObserver {
  begin(request: RunRequest): RunWatch;
  /** Counts a stream of events until `closed` is aborted. */
  streamOpened(closed: AbortSignal): void;
}

/** An observer that sees nothing. */
export const blindObserver: RunObserver = {
  begin: () => ({
    around: (deps) => deps,
    event: () => {},
    published: () => {},
    ended: () => {},
  }),
  streamOpened: () => {},
};
