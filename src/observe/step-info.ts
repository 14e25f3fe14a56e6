import type { ErrorCode } from '../foundation/errors.js';
import type { Usage } from '../llm/types.js';

/** A piece of work that a server begins. */
export interface StepInfo {
  researchId: string;
  step: string;
  /** Of the tasks, which; absent for other steps. */
  taskId?: number;
  /** How often it was started, this time included. */
  attempt: number;
}

/**
 * How a piece of work ended here. `retried`: it failed for now; `stopped`: the server stops, and gives it back;
 * `lost`: what it brought was not stored, for the work is no longer this server's: taken over, or its research
 * is cancelled or deleted. A code: what failed its research.
 */
export type StepOutcome = 'completed' | 'retried' | 'stopped' | 'lost' | ErrorCode;

/** A piece of work at its end. */
export interface StepEnd {
  outcome: StepOutcome;
  /** What went wrong, of one that failed for now or for good. */
  errorCode?: ErrorCode;
  /** Tokens of its model calls. */
  usage: Usage;
}

/** Watches the work of a server from outside: metrics, traces. What it answers is called once, at the end; neither throws. */
export interface StepObserver {
  begin(step: StepInfo): (end: StepEnd) => void;
}
