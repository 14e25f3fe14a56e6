import type { JsonObject } from '../foundation/json.js';

/** How a call that is under way reaches its user, before it has a result. */
export interface LiveCall {
  /** Shows an event at once, in wire names. Nothing is shown any more once the call has ended. */
  show(event: string, data: JsonObject): void;
  /** Stops the time limit of the call, as it waits for its user; what it answers starts the limit again. */
  pause(): () => void;
}
