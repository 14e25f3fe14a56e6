import type { JsonObject } from '../../../src/foundation/json.js';
import type { Part } from '../steps.js';
import type { World } from '../world.js';

/** A tool that questions are answered by with one call. */
export interface ReadRequest {
  tool: string;
  /** Questions that ask for it, beside the tool's own examples, with ` | ` between them. */
  ask: string;
  /** Arguments that these questions mean; entries of one tool differ in them. */
  with?: JsonObject;
  /** Holds only where the page shows something. */
  open?: boolean;
  /** A plan of the skill that answers instead of a single call. */
  plan?: string;
}

/** What a skill knows of requests, as data. */
export interface Requests {
  /**
   * Whose condition holds first decides: a plan of the skill, a sentence to decline with, `about` what can be
   * done here, or `read`, a question that is served by its words.
   */
  decide: readonly Readonly<Record<string, string>>[];
  sentences: Readonly<Record<string, string>>;
  reads: readonly ReadRequest[];
  /** Wishes for changes that work, to be shown. */
  samples: readonly { say: string; open?: boolean }[];
  /** Facts of what was done before: a name, and the tools that an earlier turn called for it. */
  was: Readonly<Record<string, string>>;
}

/** Fills an argument that the sentence alone does not give; undefined where nothing speaks of it. */
export type Fill = (world: World, args: JsonObject) => Part<unknown>;

/** The sentences of a request. */
export function asked({ ask }: ReadRequest): string[] {
  return ask.split(' | ').filter(Boolean);
}
