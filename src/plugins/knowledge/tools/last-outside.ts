import type { Slot } from '../../../agenttools/run-scratch.js';

/** The latest answer from outside in this run: what keywords are for when the model names none. */
export const lastOutsideSlot: Slot<{ resultId?: string }> = { make: () => ({}) };
