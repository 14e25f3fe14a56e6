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

/** A thing that the request names, and what it is. */
export interface NamedThing {
  id: string;
  name: string;
  noun: string;
  /** What was listed of it. */
  row: JsonObject;
}

/** A word of a request, and the word of the catalogue that it is read as. */
export interface Synonym {
  word: string;
  readAs: string;
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
  /** Things of a catalogue that were found by the names in the request. */
  linked?: readonly NamedThing[];
  /** Words that are read as others. */
  synonyms?: readonly Synonym[];
  /** Titles of the other agents that a message may be for, the likeliest first; none where the user chose this one. */
  others: readonly string[];
}

/** A way to serve a request. */
export type Planner = (world: World) => Plan;
