/** Injection token of the `Clock` that simulations take "now" and "today" from. */
export const WORKFLOW_CLOCK = Symbol('WORKFLOW_CLOCK');
