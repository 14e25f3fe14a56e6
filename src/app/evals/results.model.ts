import type { Attempt } from './play-scenario.js';

/** How tools are offered: the best ones for the message, or all of the context. */
export type Offer = 'selected' | 'all';

/** What was played with one model and one way of offering tools. */
export interface ModelResult {
  model: string;
  offer: Offer;
  scenarios: readonly ScenarioResult[];
  /** Calls that were asked in other words than when they were recorded. */
  changedRequests: readonly string[];
}

export interface ScenarioResult {
  suite: string;
  name: string;
  attempts: readonly Attempt[];
}

/** Everything that an evaluation found; its JSON file. */
export interface EvalResults {
  version: 1;
  results: readonly ModelResult[];
}
