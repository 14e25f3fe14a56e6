import type { JsonObject } from '../foundation/json.js';
import type { LlmRequest } from './types.js';

/** What the model that comes with the server does next: calls tools, or says something and ends. */
export type OfflineStep =
  { calls: readonly { name: string; arguments: JsonObject }[] } | { say: string };

/** What a plugin teaches the model that comes with the server, which else goes by the words of a catalogue. */
export interface OfflineSkill {
  /** The next step of a request, the same for the same messages; undefined for one of another kind. */
  next(request: LlmRequest, today: Date): OfflineStep | undefined;
}
