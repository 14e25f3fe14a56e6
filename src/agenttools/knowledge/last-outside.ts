import type { Slot } from '../run-scratch.js';

/** The latest answer from outside in this run: what keywords are for when the model names none. */
export const lastOutsideSlot: Slot<{ resultId?: string }> = { make: () => ({}) };
