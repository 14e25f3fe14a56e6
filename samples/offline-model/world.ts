import type { ToolSpec } from '../../src/llm/types.js';
import type { Reading } from './reading/reading.js';
import type { Situation } from './situation.js';
import type { Plan } from './steps.js';
import type { Transcript } from './transcript.js';

/** All that a plan may look at. A plan gets the same world in every turn of a request, but for `tools`. */
export interface World {
  /** The request, read; joined with the question before when it answers one. */
  reading: Reading;
  /** What is true of the request beside its words: `is.question`, `has.event`, … */
  facts: ReadonlySet<string>;
  situation: Situation;
  transcript: Transcript;
  tools: readonly ToolSpec[];
  today: Date;
  /** Three requests that work here, those nearest to what was asked first. */
  samples: readonly string[];
}

/** Where an intent can be meant. */
export type Place = 'workflow' | 'tables';

/** When an intent is meant: concepts and facts by `,` (and), `|` (or), `!` (not); the best score wins. */
export interface Pattern {
  when: string;
  score: number;
}

/** One thing a person can want here. */
export interface Intent {
  name: string;
  places: readonly Place[];
  patterns: readonly Pattern[];
  /** A request of this kind, shown when the model does not understand; absent for what is not offered. */
  sample?: string;
  /** True when the sample speaks of what is open on the page. */
  needsOpen?: boolean;
  plan: (world: World) => Plan;
}
