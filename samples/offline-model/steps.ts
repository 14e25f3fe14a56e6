import type { JsonObject } from '../../src/foundation/json.js';

/** A call a plan wants made. */
export interface WantedCall {
  name: string;
  arguments: JsonObject;
}

/** What came back from a wanted call. */
export type Outcome =
  { ok: true; data: unknown } | { ok: false; message: string; allowed: readonly string[] };

/**
 * A plan: a generator that yields the calls it wants next and gets their outcomes, in order, and
 * returns what to say. It must be pure: it is replayed from its start in every turn.
 */
export type Plan = Generator<readonly WantedCall[], string, readonly Outcome[]>;

/** A part of a plan that answers with a value. */
export type Part<T> = Generator<readonly WantedCall[], T, readonly Outcome[]>;

/** What the model does next: calls tools, or says something and stops; `stopped`: before the plan's end. */
export type Step = { calls: readonly WantedCall[] } | { say: string; stopped?: boolean };

/** Ends a plan from anywhere inside it with a sentence for the user. */
export class PlanEnd extends Error {
  constructor(readonly sentence: string) {
    super(sentence);
    this.name = 'PlanEnd';
  }
}

/** Ends the plan with `sentence`. */
export function giveUp(sentence: string): never {
  throw new PlanEnd(sentence);
}

/** One call; its outcome, also when it failed. */
export function* attempt(name: string, args: JsonObject = {}): Part<Outcome> {
  const [outcome] = yield [{ name, arguments: args }];
  return outcome ?? { ok: false, message: 'nothing came back', allowed: [] };
}

/** One call that the plan cannot go on without; a failure ends the plan with an explanation. */
export function* need(name: string, args: JsonObject = {}): Part<unknown> {
  const outcome = yield* attempt(name, args);
  return outcome.ok ? outcome.data : giveUp(explainFailure(outcome.message));
}

/** Several independent calls in one turn; `undefined` for each that failed. */
export function* lookUp(calls: readonly WantedCall[]): Part<unknown[]> {
  if (calls.length === 0) return [];
  const outcomes = yield calls;
  return outcomes.map((outcome) => (outcome.ok ? outcome.data : undefined));
}

/** A failure as a sentence for the user. */
export function explainFailure(message: string): string {
  return `That did not work: ${message.replace(/\s+/g, ' ').trim()}`;
}
