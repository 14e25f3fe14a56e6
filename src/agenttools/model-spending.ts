import type { Usage } from '../llm/types.js';
import type { Slot } from './run-scratch.js';

/** What a run lets its tools spend on models that they ask themselves. */
export interface SpendingLimit {
  /** Whether the run may ask a model once more. */
  readonly isLeft: boolean;
  /** Counts the tokens of one model call as the run's own. */
  spend(usage: Usage): void;
}

/** Set by the loop for each run; a tool that is called without a run has none, and asks no model. */
export const modelSpendingSlot: Slot<{ limit?: SpendingLimit }> = { make: () => ({}) };
