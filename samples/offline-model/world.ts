import type { JsonObject } from '../../src/foundation/json.js';
import type { ToolSpec } from '../../src/llm/types.js';
import type { Reading } from './reading/reading.js';
import type { Plan } from './steps.js';
import type { Transcript } from './transcript.js';

/** Where the user is. */
export interface Situation {
  contextType: string;
  /** The id of what the page shows, of the kind that the place is about. */
  currentId?: string;
  /** The page's context object. */
  json: JsonObject;
}

/** All that a plan may look at. A plan gets the same world in every turn of a request, but for `tools`. */
export interface World {
  /** The request, read; joined with the question before when it answers one. */
  reading: Reading;
  /** Reasons that the request gave for its wish, left out of the reading. */
  asides: readonly string[];
  /** What is true of the request beside its words: `is.question`, `has.event`, … */
  facts: ReadonlySet<string>;
  situation: Situation;
  transcript: Transcript;
  tools: readonly ToolSpec[];
  today: Date;
  /** Three requests that work here, those nearest to what was asked first. */
  samples: readonly string[];
  /** Titles of the other agents that a message may be for, the likeliest first; none where the user chose this one. */
  others: readonly string[];
}

/** A way to serve a request. */
export type Planner = (world: World) => Plan;
